import { expect, it } from 'vitest';
import { withoutChallenge } from './challenge-parameters.ts';

const PAGE = 'https://e.test/page';

it.each([
  [`${PAGE}?__cf_chl_tk=q-7_a`, PAGE],
  [`${PAGE}?__cf_chl_rt_tk=q&a=1`, `${PAGE}?a=1`],
  [`${PAGE}?a=1&__cf_chl_jschl_tk__=q&b=%20c#part`, `${PAGE}?a=1&b=%20c#part`],
  [`${PAGE}?__cf_chl_f_tk=q#part`, `${PAGE}#part`],
  [`${PAGE}?solution=ab&js_challenge=1&token=c0&jsc_orig_r=`, PAGE],
  [`${PAGE}?bm-verify=AAQ`, PAGE],
  [`${PAGE}?x5secdata=x&x5step=1&id=4`, `${PAGE}?id=4`],
])('takes what a challenge added off %s', (url, clean) => {
  expect(withoutChallenge(url, PAGE)).toBe(clean);
});

it.each([
  `${PAGE}?solution=42&token=abc`,
  `${PAGE}?a=1&a=2&empty=&=x&%E0%A4%A`,
  `${PAGE}?q=__cf_chl_tk`,
  PAGE,
  'no address?__cf_chl_tk=q',
])('leaves %s as it is', (url) => {
  expect(withoutChallenge(url, PAGE)).toBe(url);
});

it('leaves what the caller asked for, but for what nobody writes by hand', () => {
  const asked = `${PAGE}?js_challenge=1&solution=x`;
  expect(withoutChallenge(asked, asked)).toBe(asked);
  expect(withoutChallenge(`${PAGE}?__cf_chl_tk=old`, `${PAGE}?__cf_chl_tk=old`)).toBe(PAGE);
});
