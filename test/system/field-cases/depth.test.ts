import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Plainsight, startPlainsight } from '../../kit/plainsight.ts';
import { renderModes } from '../../kit/rendering.ts';
import { startSite, type TestSite } from '../../kit/site.ts';

const nested = (open: string, close: string, times: number) =>
  `<main><p>first</p>${open.repeat(times)}<p>needle</p>${close.repeat(times)}<p>last</p></main>`;

const PAGES: Record<string, string> = {
  '/divs': nested('<div>', '</div>', 50_000),
  '/quotes': nested('<blockquote>', '</blockquote>', 3_000),
  '/lists': nested('<ul><li>', '</li></ul>', 3_000),
  '/bold': nested('<b>', '</b>', 2_000),
  '/tables': nested('<table><tr><td>', '</td></tr></table>', 1_000),
  '/spans': nested('<span style="opacity:.9">', '</span>', 5_000),
  '/fine': '<main><h1>Fine</h1><p>A page that can be read after all the others.</p></main>',
};

let site: TestSite;
let plainsight: Plainsight;

beforeAll(async () => {
  site = await startSite(PAGES);
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe.each(await renderModes())('render=%s', (render) => {
  test.each(Object.keys(PAGES).filter((path) => path !== '/fine'))(
    '%s nested beyond all measure: nothing is lost in silence',
    async (path) => {
      const result = await plainsight.read({ render, url: `${site.origin}${path}`, max_age: 0 });
      expect(result.markdown).toContain('first');
      expect(result.markdown).toContain('last');
      const reported = [...result.threats.map((threat) => threat.excerpt), ...result.notes].join(' ');
      expect(`${result.markdown} ${reported}`).toContain('needle');
      expect(await plainsight.read({ render, url: `${site.origin}/fine`, max_age: 0 })).toMatchObject({
        status: 'ok',
        title: 'Fine',
      });
    },
  );
});
