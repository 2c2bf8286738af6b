import { expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import { classify } from './classify.ts';
import { ASKED_FOR_A_PAGE, type PageEvidence, visibleText } from './evidence.ts';
import { collectMarkup } from './markup-evidence.ts';

function judge(body: string, given: Partial<PageEvidence> = {}) {
  const root = parseDocument(body);
  const { markup, title, scripts } = collectMarkup(root);
  const { text, characters } = visibleText(root, 4000);
  const page: PageEvidence = {
    httpStatus: 200,
    headers: {},
    hasLocation: false,
    contentType: 'text/html',
    kind: 'html',
    cut: 'no',
    redirectedToLogin: false,
    passwordField: false,
    notFree: false,
    asked: ASKED_FOR_A_PAGE,
    markup,
    title,
    visibleText: text,
    visibleCharacters: characters,
    contentCharacters: characters,
    scripts,
    ...given,
  };
  return classify(page);
}

const ARTICLE = `<title>A bridge</title><article><h1>A bridge</h1><p>${'The bridge reopened on Monday. '.repeat(30)}</p></article>`;

it.each([
  [200, 'ok'],
  [203, 'ok'],
  [204, 'empty'],
  [205, 'empty'],
  [302, 'unknown'],
  [304, 'unknown'],
  [400, 'blocked'],
  [401, 'blocked'],
  [402, 'blocked'],
  [403, 'blocked'],
  [404, 'not_found'],
  [410, 'not_found'],
  [418, 'blocked'],
  [429, 'rate_limited'],
  [451, 'blocked'],
  [500, 'server_error'],
  [503, 'server_error'],
  [530, 'server_error'],
  [600, 'unknown'],
  [999, 'blocked'],
  [199, 'unknown'],
])('HTTP %i gives %s', (httpStatus, status) => {
  expect(judge(ARTICLE, { httpStatus }).status).toBe(status);
});

it('says when a redirect names no target', () => {
  expect(judge(ARTICLE, { httpStatus: 302 }).reason.code).toBe('redirect_without_target');
});

it.each([
  [{ 'cf-mitigated': 'challenge' }, 403, 'challenge'],
  [{ 'cf-mitigated': 'challenge' }, 200, 'challenge'],
  [{ 'x-vercel-mitigated': 'challenge' }, 429, 'challenge'],
  [{ 'x-amzn-waf-action': 'captcha' }, 405, 'challenge'],
  [{ 'x-amzn-waf-action': 'challenge' }, 202, 'challenge'],
  [{ 'x-dd-b': '2' }, 403, 'challenge'],
  [{ 'x-datadome': 'protected' }, 200, 'ok'],
  [{ server: 'cloudflare', 'cf-ray': '8a', 'set-cookie': '__cf_bm=1' }, 200, 'ok'],
])('headers %j with HTTP %i give %s', (headers, httpStatus, status) => {
  expect(judge(ARTICLE, { headers, httpStatus }).status).toBe(status);
});

it('gives headers precedence over the content type and the status over it', () => {
  expect(judge('', { kind: null, contentType: 'image/png' }).reason).toEqual({
    code: 'media_type',
    detail: 'The content is of a type that is not read here. (image/png)',
  });
  expect(judge('', { kind: null, httpStatus: 404 }).status).toBe('not_found');
  expect(judge('', { kind: null, headers: { 'cf-mitigated': 'challenge' } }).status).toBe('challenge');
});

it.each([
  ['Just a moment...', '', 200],
  ['example.org | Just a moment…', 'Verify you are human', 403],
  ['Nur einen Moment…', 'Bestätigen Sie, dass Sie ein Mensch sind.', 403],
  ['请稍候…', '', 503],
  ['Access Denied', 'You do not have permission.', 200],
  ['', 'Please enable JS and disable any ad blocker', 200],
  ['Robot or human?', 'Activate and hold the button to confirm that you’re human.', 200],
])('takes the nearly empty page “%s” for a wall', (title, text, httpStatus) => {
  expect(['challenge', 'blocked']).toContain(judge(`<title>${title}</title><p>${text}</p>`, { httpStatus }).status);
});

it.each([
  [
    'Just a moment: how Cloudflare’s challenge works',
    '“Checking your browser before accessing” is what Cloudflare shows. '.repeat(4),
  ],
  [
    'CAPTCHA – Glossary',
    'A CAPTCHA is a test that asks to verify you are human. It was named in 2003 by four researchers. '.repeat(3),
  ],
  [
    'Access denied',
    'What the error means and how to fix it: the server understood the request and refuses to fulfil it. '.repeat(4),
  ],
  [
    '403 Forbidden',
    `Web servers answer 403 when they understand a request and refuse it. ${'Here is how to mend it. '.repeat(30)}`,
  ],
  [
    'Sucuri',
    `Sucuri Website Firewall and Block ID are terms of a product. ${'It sits in front of sites. '.repeat(60)}`,
  ],
  [
    'Rate limits',
    'You are being rate limited when you send more than ten requests a second to this service. '.repeat(3),
  ],
])('takes the page about it, “%s”, for content', (title, text) => {
  expect(judge(`<title>${title}</title><h1>${title}</h1><p>${text}</p>`).status).toBe('ok');
});

it('does not take markup that is only shown as code for a wall', () => {
  const code = '&lt;div id="challenge-form"&gt; window._cf_chl_opt = {} /cdn-cgi/challenge-platform/h/b/orchestrate/';
  expect(judge(`<title>Notes</title><p>A wall looks like this.</p><pre>${code}</pre>`).status).toBe('ok');
});

it('does not take the scripts that watch ordinary pages for a wall', () => {
  const scripts =
    '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><script src="/_Incapsula_Resource?SWJIYLWA=1"></script>' +
    '<script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha"></div><div class="cf-turnstile"></div>';
  expect(judge(`${ARTICLE}${scripts}`).status).toBe('ok');
});

it('tells pages that scripts would build from short pages', () => {
  const shell = '<title>App</title><div id="root"></div><script src="a.js"></script>';
  expect(judge(shell)).toMatchObject({ status: 'empty', reason: { code: 'needs_javascript' } });
  expect(judge(`${shell}<p>Loading</p>`)).toMatchObject({ status: 'partial' });
  expect(
    judge('<p>Hi</p><noscript>You need to enable JavaScript to run this app.</noscript><script>1</script>').status,
  ).toBe('partial');
  expect(judge('<p>Under construction</p><script src="count.js"></script>').status).toBe('ok');
  expect(judge('<div id="app"><p>Rendered on the server.</p></div><script src="a.js"></script>').status).toBe('ok');
  expect(judge('<img src="a.png">').reason.code).toBe('no_text');
});

it('looks at the tags in noscript, not at its words', () => {
  const judgeScripted = (noscript: string) => {
    const root = parseDocument(`<title>Search</title><noscript>${noscript}</noscript><div id=main></div>`, {
      scripting: true,
    });
    return judge('', { ...collectMarkup(root), visibleText: '', visibleCharacters: 0, contentCharacters: 0 }).status;
  };
  expect(judgeScripted('<iframe src="/httpservice/retry/enablejs?sei=1"></iframe>Click here')).toBe('challenge');
  expect(judgeScripted('<p>The page sets _cf_chl_opt and jschl_vc, and loads /httpservice/retry/enablejs.</p>')).toBe(
    'empty',
  );
});

it('says when the body was cut or damaged', () => {
  expect(judge(ARTICLE, { cut: 'limit' }).reason.code).toBe('body_cut');
  expect(judge(ARTICLE, { cut: 'damaged' }).reason.code).toBe('body_damaged');
});

it('says when a sign-in page came instead of the page', () => {
  expect(judge('<form><input type="password"></form><p>Sign in</p>', { redirectedToLogin: true }).reason.code).toBe(
    'login_required',
  );
});
