import { describe, expect, it } from 'vitest';
import { failureDocument } from './failure.ts';
import type { Found, Tried } from './found.ts';
import { otherDoors } from './other-doors.ts';
import { type ReasonCode, verdict } from './reasons.ts';
import { whyOf } from './why.ts';

const URL_ = 'https://shop.example.org/page';

function found(code: ReasonCode, more: { evidence?: string[]; attempts?: Tried[]; url?: string } = {}): Found {
  const url = more.url ?? URL_;
  const document = failureDocument({ url, finalUrl: url, verdict: verdict(code, '', more.evidence ?? []), notes: [] });
  const attempts = more.attempts ?? [{ rung: 'http', outcome: 'HTTP 403', ms: 12, found: code }];
  return { document, record: null, fromCache: false, attempts, notes: [] };
}

it('is only said of pages that were not read', () => {
  expect(whyOf(URL_, found('ok'))).toBeNull();
  expect(whyOf(URL_, found('body_cut'))).toBeNull();
});

it('names the signs, the rungs with their times, and what a person could do', () => {
  const why = whyOf(URL_, found('bot_challenge', { evidence: ['response header cf-mitigated: challenge'] }));
  expect(why?.evidence).toEqual(['response header cf-mitigated: challenge']);
  expect(why?.tried).toEqual(['http HTTP 403: bot_challenge, 12 ms']);
  expect(why?.next.join('\n')).toContain('https://web.archive.org/web/2/https://shop.example.org/page');
  expect(why?.next.join('\n')).toContain('Ask a person to open https://shop.example.org/page');
  expect(why?.next.join('\n')).toContain('https://shop.example.org/feed');
});

describe('next steps', () => {
  const next = (...given: Parameters<typeof found>) => whyOf(given[1]?.url ?? URL_, found(...given))?.next.join('\n');

  it('never promise a way through a wall', () => {
    for (const code of ['bot_challenge', 'bot_block', 'login_required', 'paywall'] as const) {
      expect(next(code)).not.toMatch(/bypass|circumvent|solve|user.agent/iu);
    }
  });

  it('do not name the archive when it was asked, or may not be told the address', () => {
    const attempts: Tried[] = [
      { rung: 'http', outcome: 'HTTP 404', ms: 1 },
      { rung: 'archive', outcome: 'not_archived', ms: 1 },
    ];
    expect(next('page_not_found', { attempts })).not.toContain('web.archive.org');
    const silent: Tried[] = [{ rung: 'archive', outcome: 'archive_refused', ms: 1 }];
    expect(next('page_not_found', { attempts: silent })).toContain('did not answer now; its newest copy');
    expect(next('page_not_found')).toContain('web.archive.org');
    expect(next('page_not_found', { url: 'https://example.org/x?token=1' })).not.toContain('web.archive.org');
  });

  it('fit the reason', () => {
    expect(next('login_required')).toContain('a person with an account');
    expect(next('paywall')).toContain('a subscription');
    expect(next('region_blocked')).toContain('PLAINSIGHT_PROXY');
    expect(next('too_many_requests')).toContain('Wait');
    expect(next('time_limit')).toContain('timeout_s');
    const attempts: Tried[] = [{ rung: 'browser', outcome: 'browser_unavailable', ms: 1 }];
    expect(next('needs_javascript', { attempts })).toContain('plainsight setup');
  });
});

it.each([
  ['https://www.reddit.com/r/boats/comments/abc/title/', 'https://www.reddit.com/r/boats/comments/abc/title/.rss'],
  ['https://github.com/a/b/blob/main/x/y.md', 'https://raw.githubusercontent.com/a/b/main/x/y.md'],
  ['https://github.com/a/b/pull/7/files', 'https://api.github.com/repos/a/b/issues/7'],
  ['https://stackoverflow.com/questions/11/x', 'https://api.stackexchange.com/2.3/questions/11?site=stackoverflow'],
  ['https://www.npmjs.com/package/@a/b', 'https://registry.npmjs.org/@a/b'],
  ['https://x.com/ada/status/12', 'https://publish.twitter.com/oembed?url=https%3A%2F%2Fx.com%2Fada%2Fstatus%2F12'],
  ['https://papers.example.org/doi/10.1000/xyz.12', 'https://api.crossref.org/works/10.1000/xyz.12'],
])('%s has another door', (url, door) => {
  expect(otherDoors(url).join()).toContain(door);
});

it('most sites have no other door that is documented', () => {
  expect(otherDoors('https://example.org/article')).toEqual([]);
  expect(otherDoors('https://notreddit.com/r/boats/')).toEqual([]);
  expect(otherDoors('no address')).toEqual([]);
});
