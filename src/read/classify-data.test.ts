import { describe, expect, it } from 'vitest';
import {
  type Capture,
  capturedPage,
  capturedWalls,
  hasCaptures,
  NOT_WALLS,
  realPages,
} from '../../test/kit/captures.ts';
import { parseDocument } from '../html/parse.ts';
import { classify } from './classify.ts';
import { ASKED_FOR_A_PAGE, type PageEvidence, visibleText } from './evidence.ts';
import { collectMarkup } from './markup-evidence.ts';

if (!hasCaptures) process.stderr.write('skipped: the public test data is not beside the checkout\n');

function judge({ status, headers, body }: Capture) {
  const root = parseDocument(body);
  const { markup, title, scripts } = collectMarkup(root);
  const { text, characters } = visibleText(root, 4000);
  const page: PageEvidence = {
    httpStatus: status,
    headers,
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
  };
  return classify(page);
}

describe.skipIf(!hasCaptures)('captured pages', () => {
  it('finds at least nine of ten captured walls', () => {
    const all = capturedWalls();
    const missed = all.filter((capture) => ['ok', 'partial'].includes(judge(capture).status)).map(({ name }) => name);
    expect(all.length).toBeGreaterThan(30);
    expect(missed.length / all.length, missed.join(', ')).toBeLessThanOrEqual(0.1);
  });

  it('lets ordinary pages of the same sources pass', () => {
    for (const name of NOT_WALLS) expect(judge(capturedPage(name)).status, name).toBe('ok');
  });

  it('takes no real page for a wall, soft ones included', () => {
    const pages = realPages();
    const wrong = pages
      .map((page) => ({ name: page.name, verdict: judge(page) }))
      .filter(({ verdict: { reason } }) => !FINE.test(reason.code))
      .map(({ name, verdict }) => `${name}: ${verdict.reason.code} ${verdict.reason.detail}`);
    expect(pages.length).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  }, 180_000);
});

const FINE = /^(?:ok|no_text|needs_javascript(?:_partial)?)$/u;
