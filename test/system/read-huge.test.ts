import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReader, type TestReader } from '../kit/reader.ts';
import { canRender } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';

// Pages of more boxes than anybody reads: an answer that says what it leaves out, never a failure.

const WORDS = '<h1>Bridge</h1><p>The bridge was repaired in nine weeks by a crew of forty people.</p>';
const filling = (count: number, inner: string) =>
  `<div id=x></div><script>const f=document.createDocumentFragment();for(let i=0;i<${count};i++){const e=document.createElement('i');${inner}f.append(e)}x.append(f)</script>`;

const ROUTES = {
  '/many': `${WORDS}${'<p>Line <b>bold</b> <i>slanted</i></p>'.repeat(6_500)}<p>Last words.</p><p style="color:#fff">MARKER</p><script>1</script>`,
  '/too-many': `${WORDS}${filling(200_000, '')}<p>Last words.</p>`,
  '/high': `${WORDS}<div style="height:40000px"></div><p style="background:linear-gradient(#fff,#eee)">Last words.</p><script>1</script>`,
};

describe.skipIf(!(await canRender()))('a page of many boxes', () => {
  let site: TestSite;
  let reader: TestReader;

  beforeAll(async () => {
    site = await startSite(ROUTES);
    reader = await startReader({ renders: true, allowPrivate: [site.opening] });
  });

  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
    await site.close();
  });

  const read = (path: string, render: 'auto' | 'always' = 'auto') =>
    reader.read(site.url(path), { render, maxTokens: 200_000, timeoutS: 120 });

  test('is judged whole with forty-five thousand of them', async () => {
    const answer = await read('/many');
    expect(answer).toMatchObject({ status: 'ok', seen: 'rendered' });
    expect(answer.markdown).toContain('Last words.');
    expect(answer.markdown).not.toContain('MARKER');
    expect(answer.threats.some(({ excerpt }) => excerpt.includes('MARKER'))).toBe(true);
  });

  test('is not looked at with more than a browser can describe, which is said with their number', async () => {
    const answer = await read('/too-many');
    expect(answer).toMatchObject({ status: 'ok', seen: 'static' });
    expect(answer.markdown).toContain('Last words.');
    expect(answer.notes.join(' ')).toMatch(/2000\d\d elements, more than 150000/u);
    expect(await read('/too-many', 'always')).toMatchObject({ status: 'too_large' });
  });

  test('is photographed forty thousand pixels down', async () => {
    const answer = await read('/high');
    expect(answer).toMatchObject({ status: 'ok', seen: 'rendered' });
    expect(answer.markdown).toContain('Last words.');
  });
});
