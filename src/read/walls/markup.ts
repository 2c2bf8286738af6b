import { BARE, EMPTY, LONG, type MarkupMarker, NEAR_EMPTY, SHORT, type WallKind } from './wall.ts';

function wall(vendor: string, kind: WallKind, upTo: number, ...sets: string[][]): MarkupMarker[] {
  return sets.map((all) => ({ vendor, kind, all, upTo }));
}

/** Fields for something else than the captcha: then it only guards a form. */
const FORM = /<textarea(?![^>]*captcha)|<select|<input[^>]*type="(?:text|email|search|tel|url|password|number|date)"/u;

/** A captcha of a service that serves walls and forms alike. */
function widget(vendor: string, ...sets: string[][]): MarkupMarker[] {
  return wall(vendor, 'bot_challenge', BARE, ...sets).map((marker) => ({ ...marker, unless: FORM }));
}

/**
 * What the walls of each vendor look like in tags and scripts, drawn up from their public pages and from recorded
 * captures. Scripts that merely watch (`/cdn-cgi/challenge-platform/scripts/jsd`, `_Incapsula_Resource`, `bmak`)
 * are injected into allowed pages too, hence the small limits.
 */
export const MARKUP_MARKERS: readonly MarkupMarker[] = [
  ...wall(
    'Cloudflare',
    'bot_challenge',
    LONG,
    ['/cdn-cgi/challenge-platform/', '/orchestrate/'],
    ['_cf_chl_opt'],
    ['cf-browser-verification'],
    ['cf-captcha-container'],
    ['/cdn-cgi/l/chk_'],
    ['jschl_vc'],
    ['jschl-answer'],
    ['id="challenge-form"', '__cf_chl_'],
    ['id="challenge-running"'],
    ['id="challenge-stage"'],
  ),
  // The 2020 challenge hid pages of random text in itself; these two together stand on no real page.
  ...wall('Cloudflare', 'bot_challenge', Number.POSITIVE_INFINITY, ['cf-browser-verification', 'jschl_vc']),
  // Both stand on allowed pages as well: the first on every page of many sites, the second on forms.
  ...wall('Cloudflare', 'bot_challenge', EMPTY, ['__cf$cv$params']),
  ...widget('Cloudflare', ['challenges.cloudflare.com/turnstile']),
  ...wall('Cloudflare', 'bot_block', SHORT, ['cf-error-details', 'data-translate="block_headline"']),
  // `t: bv` is DataDome’s word for a visitor who is given no captcha to solve.
  ...wall('DataDome', 'bot_block', SHORT, ['captcha-delivery.com', "'t':'bv'"], ['captcha-delivery.com', '&t=bv']),
  ...wall(
    'DataDome',
    'bot_challenge',
    SHORT,
    ['captcha-delivery.com/c.js'],
    ['captcha-delivery.com/i.js'],
    ['geo.captcha-delivery.com', 'var dd='],
    ['geo.captcha-delivery.com/captcha'],
    ['geo.captcha-delivery.com/interstitial'],
  ),
  ...wall(
    'PerimeterX',
    'bot_challenge',
    SHORT,
    ['id="px-captcha"'],
    ['captcha.px-cdn.net'],
    ['window._pxappid', '/captcha/captcha.js'],
  ),
  ...wall('PerimeterX', 'bot_challenge', EMPTY, ['window._pxappid'], ['client.px-cdn.net'], ['/_px/']),
  ...wall('Imperva', 'bot_challenge', NEAR_EMPTY, ['_incapsula_resource', 'id="main-iframe"']),
  ...wall('Imperva', 'bot_challenge', EMPTY, ['_incapsula_resource'], ['/_imperva_', 'reese84']),
  ...wall(
    'Akamai',
    'bot_challenge',
    NEAR_EMPTY,
    ['/_sec/cp_challenge/'],
    ['id="sec-if-cpt-container"'],
    ['id="sec-cpt-if"'],
  ),
  ...wall('Akamai', 'bot_challenge', BARE, ['akam/13/pixel', 'bm-verify'], ['triggerinterstitialchallenge']),
  ...wall('Akamai', 'bot_challenge', EMPTY, ['bmak.sensor_data']),
  ...wall(
    'AWS WAF',
    'bot_challenge',
    NEAR_EMPTY,
    ['window.gokuprops'],
    ['captcha.awswaf.com'],
    ['awswafcookiedomainlist', 'challenge.js'],
    ['awswafintegration.forcerefreshtoken'],
    ['awswafintegration.checkforcerefresh'],
  ),
  ...wall('AWS WAF', 'bot_challenge', EMPTY, ['sdk.awswaf.com'], ['token.awswaf.com']),
  ...wall('Kasada', 'bot_challenge', EMPTY, ['window.kpsdk'], ['/ips.js?'], ['149e9513-01fa-4fb0-aad4-566afd725d1b']),
  ...wall('Vercel', 'bot_challenge', NEAR_EMPTY, ['/.well-known/vercel/security/']),
  ...wall('DDoS-Guard', 'bot_challenge', NEAR_EMPTY, ['/.well-known/ddos-guard/check'], ['check.ddos-guard.net']),
  ...wall('DDoS-Guard', 'bot_challenge', BARE, ['ddos-guard.net/'], ['/.well-known/ddos-guard/']),
  ...wall('Sucuri', 'bot_challenge', NEAR_EMPTY, ['sucuri_cloudproxy_js']),
  ...wall(
    'Sucuri',
    'bot_block',
    SHORT,
    ['sucuri.net/privacy-policy', 'cloudproxy'],
    ['cdn.sucuri.net/sucuri-firewall-block'],
  ),
  ...wall('Anubis', 'bot_block', SHORT, ['/.within.website/x/cmd/anubis/static/img/reject']),
  ...wall(
    'Anubis',
    'bot_challenge',
    SHORT,
    ['/.within.website/x/cmd/anubis'],
    ['id="anubis_challenge"'],
    ['id="anubis_version"'],
  ),
  ...wall('Radware', 'bot_challenge', NEAR_EMPTY, ['validate.perfdrive.com'], ['captcha.perfdrive.com']),
  ...wall(
    'Alibaba',
    'bot_challenge',
    NEAR_EMPTY,
    ['_____tmd_____/punish'],
    ['x5secdata='],
    ['aliyun_waf_aa'],
    ['id="aliyuncaptcha'],
  ),
  ...wall('Tencent', 'bot_challenge', BARE, ['captcha.qq.com/tcaptcha'], ['turing.captcha']),
  ...wall('F5', 'bot_challenge', BARE, ['/tspd/', 'apm_do_not_touch'], ['window["bobcmn"]'], ["window['bobcmn']"]),
  ...wall(
    'Amazon',
    'bot_challenge',
    SHORT,
    ['/errors/validatecaptcha'],
    ['/errors_page/validatecaptcha'],
    ['opfcaptcha.amazon'],
  ),
  ...wall('go-away', 'bot_challenge', SHORT, ['/.well-known/.git.gammaspectra.live/git/go-away/']),
  ...wall('Google', 'bot_challenge', 3000, ['id="captcha-form"', 'g-recaptcha'], ['/sorry/index', 'captcha']),
  ...wall('Google', 'bot_challenge', BARE, ['/httpservice/retry/enablejs']),
  ...wall(
    'Google',
    'consent_required',
    SHORT,
    ['action="https://consent.google.'],
    ['action="https://consent.youtube.'],
  ),
  ...wall('Yahoo', 'consent_required', SHORT, ['class="consent-form"', 'guce'], ['action="/v2/collectconsent']),
  ...wall('Yandex', 'bot_challenge', 3000, ['/checkcaptcha?'], ['checkboxcaptcha-', 'smartcaptcha'], ['/showcaptcha?']),
  ...wall('Baidu', 'bot_challenge', NEAR_EMPTY, ['passmod_dialog', 'passmod_'], ['wappass.baidu.com/static/captcha']),
  ...wall('Weibo', 'bot_challenge', NEAR_EMPTY, ['passport.weibo.c', 'visitor'], ['/js/visitor/mini_original.js']),
  ...wall('Douban', 'bot_challenge', NEAR_EMPTY, ['sec.douban.com'], ['douban.com/misc/sorry']),
  ...wall('Reddit', 'bot_challenge', NEAR_EMPTY, ['name="js_challenge"'], ['reddit', 'challenge', 'name="solution"']),
  ...wall('LinkedIn', 'login_required', SHORT, ['linkedin.com/authwall'], ['/authwall?trk=']),
  ...wall('SiteGround', 'bot_challenge', NEAR_EMPTY, ['/.well-known/sgcaptcha/']),
  ...wall('Fastly', 'bot_challenge', NEAR_EMPTY, ['/_fs-ch-', '/script.js']),
  ...widget('hCaptcha', ['class="h-captcha"'], ['hcaptcha.com/1/api.js', 'sitekey']),
  ...widget('reCAPTCHA', ['class="g-recaptcha"']),
  ...widget('Turnstile', ['class="cf-turnstile"']),
  ...widget('GeeTest', ['static.geetest.com', 'initgeetest']),
];
