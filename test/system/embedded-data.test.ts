import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReader, type TestReader } from '../kit/reader.ts';
import { renderModes } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';

// Data that a page carries beside its text, through gate, worker and browser: listed, given when asked for, never mixed in.

const PAGE = `<!doctype html><html lang="en"><head><title>A lamp</title>
<script type="application/ld+json">{"@type":"Product","name":"A lamp","offers":{"price":19.90}}</script></head>
<body><main><h1>A lamp</h1><p>${'It reaches far over the table and stays where it is put. '.repeat(12)}</p></main>
<script>window.__STATE__ = {"stock":[{"shop":"Ghent","left":3}]}</script></body></html>`;

const modes = await renderModes();
let site: TestSite;
let reading: TestReader;

beforeAll(async () => {
  site = await startSite({ '/lamp': PAGE });
  reading = await startReader({
    allowPrivate: [site.opening],
    pace: { hostDelayMs: 0 },
    renders: modes.includes('always'),
  });
});
afterAll(async () => {
  await reading?.[Symbol.asyncDispose]();
  await site?.close();
});

describe.each(modes)('with render %s', (render) => {
  test('embedded data is listed, read from the same copy, searched and refused', { timeout: 60_000 }, async () => {
    const url = `${site.origin}/lamp`;
    const page = await reading.read(url, { render });
    expect(page.data.map(({ id, kind, label }) => [id, kind, label])).toEqual([
      ['data:1', 'json-ld', 'Product'],
      ['data:2', 'state', '__STATE__'],
    ]);
    expect(page.markdown).not.toMatch(/19\.90|Ghent/u);
    const before = site.requests.length;
    const product = await reading.read(url, { render, section: 'data:1' });
    expect(product).toMatchObject({ status: 'ok', seen: page.seen, cached: {} });
    expect(product.markdown).toContain('"offers": { "price": 19.90 }');
    const found = await reading.read(url, { render, section: 'data:all', query: 'Ghent' });
    expect(found.markdown).toContain('`data:2.stock[0]` shop: Ghent; left: 3');
    await expect(reading.read(url, { render, section: 'data:9' })).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(site.requests.length).toBe(before);
  });
});
