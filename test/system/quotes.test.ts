import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageCheck, QuoteCheck } from '../../src/quotes/check.ts';
import { browsersToTest } from '../kit/chrome.ts';
import { cli } from '../kit/cli.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { startSite, type TestSite } from '../kit/site.ts';

const PROSE = 'The bridge was closed for nine weeks, and the ferry took over its traffic in the meantime. ';
const ARTICLE = `<title>Bridge reopens after 9 weeks of repair</title><nav><a href="/a">Timetable of the ferry line</a></nav>
<article><h1>Bridge reopens</h1><p>${PROSE.repeat(4)}</p>
<h2>Costs</h2><p>The repair cost <b>$4.5&nbsp;million</b> and did not need money from the state, said mayor Ana Ruiz.</p>
<!-- the editor thinks that the builder is a cousin --><img src=x.png alt="the mayor in front of a brand new car"><template><b>Nobody</b> may print this line of text</template>
<p style="display:none">The mayor admitted that she took money from the builder.</p>
<p>${PROSE.repeat(3)}</p><details><summary>More</summary><p>The old deck was sold to a museum of engineering for 12,000 dollars.</p></details>
<p>${PROSE.repeat(3)}</p></article>
<footer><p>Printed by the River Gazette, 14 Mill Lane, since 1921.</p></footer>`;
const OTHER = `<title>Ferries of the river</title><article><p>The ferry carried 3,100 people a day while the bridge was closed to all.</p><p>${PROSE.repeat(6)}</p></article>`;

let site: TestSite;
let reader: TestReader;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plainsight-quotes-'));
  site = await startSite({
    '/bridge': ARTICLE,
    '/ferry': OTHER,
    '/long': `<article><h1>Long</h1>${Array.from({ length: 1500 }, (_, i) => `<p>${PROSE} Paragraph ${i} counts ${i * 3} boats.</p>`).join('')}</article>`,
    '/built': `<title>Built</title><main id=m></main><script>document.getElementById('m').innerHTML='<h1>Built</h1><p>${PROSE.repeat(5)}</p><p style="opacity:0">The builder paid the mayor in gold coins.</p>'</script>`,
    '/gone': (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>'),
  });
  reader = await startReader({ allowPrivate: [site.opening] });
});

afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await site.close();
  await rm(home, { recursive: true, force: true });
});

async function check(path: string, ...quotes: string[]): Promise<PageCheck> {
  const request = {
    url: site.url(path),
    contentSha256: null,
    quotes,
    render: 'never',
    maxAgeS: 3600,
    timeoutS: 20,
  } as const;
  return await reader.reader.checkQuotes(request, { signal: new AbortController().signal, progress: () => {} });
}

async function one(path: string, quote: string): Promise<QuoteCheck> {
  const [result] = (await check(path, quote)).quotes;
  if (!result) throw new Error('one quote in, one out');
  return result;
}

describe('a quote on a page', () => {
  it('is given with its section, its offsets in the Markdown that a read returns, and a link to it', async () => {
    const quote = 'did not need money from the state';
    const result = await one('/bridge', quote);
    expect(result).toMatchObject({ found: 'exact', where: 'main', heading: 'Costs', occurrences: 1 });
    const read = await reader.read(site.url('/bridge'), { render: 'never' });
    expect([...read.markdown].slice(result.start ?? 0, result.end ?? 0).join('')).toBe(quote);
    expect(result.section).toBe(read.outline.find(({ heading }) => heading === 'Costs')?.id);
    expect(result.link).toBe(`${site.url('/bridge')}#:~:text=did%20not%20need%20money%20from%20the%20state`);
  });

  it('holds with other signs and blanks, and not with another number, name or without its negation', async () => {
    const { quotes } = await check(
      '/bridge',
      'cost $4.5 million and did NOT need money',
      'The repair cost $4.6 million',
      'did not need money from the state, said mayor Ana Cruz',
      'The repair cost $4.5 million and did need money from the state',
    );
    expect(quotes.map(({ found }) => found)).toEqual(['normalised', 'close', 'close', 'close']);
    expect(quotes.map(({ difference }) => difference[0]?.kind)).toEqual([undefined, 'number', 'word', 'negation']);
  });

  it('is absent when it stands in hidden text only, which is said without showing that text', async () => {
    const result = await one('/bridge', 'The mayor admitted that she took money from the builder');
    expect(result).toMatchObject({ found: 'absent', where: 'hidden', passage: '', start: null, link: '' });
    expect(JSON.stringify(result)).not.toContain('admitted');
  });

  it('is absent when it stands in the source only, as a comment or the words for a picture', async () => {
    const { quotes } = await check(
      '/bridge',
      'the editor thinks that the builder is a cousin',
      'the mayor in front of a brand new car',
      'Nobody may print this line of text',
      'the editor thinks that the builder is an uncle',
    );
    expect(quotes.map(({ found, where }) => [found, where])).toEqual([
      ['absent', 'hidden'],
      ['absent', 'hidden'],
      ['absent', 'hidden'],
      ['absent', null],
    ]);
  });

  it('is found in the foot of the page, in what opens, and in the title, and its place is named', async () => {
    expect(await one('/ferry', 'Ferries of the river')).toMatchObject({ found: 'exact', where: 'title' });
    const { quotes } = await check(
      '/bridge',
      'Printed by the River Gazette, 14 Mill Lane',
      'sold to a museum of engineering for 12,000 dollars',
      'sold to a museum of engineering for 12,500 dollars',
    );
    expect(quotes.map(({ found, where }) => [found, where])).toEqual([
      ['exact', 'page'],
      ['exact', 'closed'],
      ['close', 'closed'],
    ]);
  });

  it('is unread on a page that is not there', async () => {
    const result = await check('/gone', 'The bridge was closed');
    expect(result.status).toBe('not_found');
    expect(result.quotes[0]).toMatchObject({ found: 'unread', where: null });
  });

  it('can be checked by the hash of a read, and by one that nobody has not', async () => {
    const { provenance } = await reader.read(site.url('/ferry'), { render: 'never' });
    const before = site.requests.length;
    const request = { url: null, quotes: ['3,100 people a day'], render: 'never', maxAgeS: 0, timeoutS: 5 } as const;
    const call = { signal: new AbortController().signal, progress: () => {} };
    const result = await reader.reader.checkQuotes({ ...request, contentSha256: provenance.content_sha256 }, call);
    expect(result.quotes[0]).toMatchObject({ found: 'exact', where: 'main' });
    expect(site.requests.length).toBe(before);
    const unknown = reader.reader.checkQuotes({ ...request, contentSha256: '0'.repeat(64) }, call);
    await expect(unknown).rejects.toMatchObject({ code: 'expired_handle' });
  });

  it('is not found in hidden text by the hash of a read that asked for hidden text', async () => {
    const options = { render: 'never', includeHidden: true } as const;
    const { provenance, markdown } = await reader.read(site.url('/bridge'), options);
    expect(markdown).toContain('The mayor admitted');
    const quotes = ['The mayor admitted that she took money'];
    const request = {
      url: null,
      contentSha256: provenance.content_sha256,
      quotes,
      ...options,
      maxAgeS: 0,
      timeoutS: 5,
    };
    const result = await reader.reader.checkQuotes(request, {
      signal: new AbortController().signal,
      progress: () => {},
    });
    expect(result.quotes[0]).toMatchObject({ found: 'absent', where: 'hidden' });
  });

  it('is found on a long page, which a worker looks through', async () => {
    const { quotes } = await check('/long', 'Paragraph 1321 counts 3963 boats', 'Paragraph 1321 counts 3964 boats');
    expect(quotes.map(({ found }) => found)).toEqual(['exact', 'close']);
  });
});

describe.skipIf((await browsersToTest()).length === 0)('a quote on a page that a browser has to show', () => {
  it('holds when scripts put it in sight, and is absent when they hid it', async () => {
    await using rendering = await startReader({ allowPrivate: [site.opening], renders: true });
    const quotes = ['the ferry took over its traffic', 'The builder paid the mayor in gold coins'];
    const request = { contentSha256: null, quotes, render: 'auto', maxAgeS: 3600, timeoutS: 30 } as const;
    const call = { signal: new AbortController().signal, progress: () => {} };
    const check = await rendering.reader.checkQuotes({ ...request, url: site.url('/built') }, call);
    expect(check).toMatchObject({ status: 'ok', via: 'browser', seen: 'rendered' });
    expect(check.quotes.map(({ found, where }) => [found, where])).toEqual([
      ['exact', 'main'],
      ['absent', 'hidden'],
    ]);
  });
});

describe('a report', () => {
  const run = async (report: string, ...args: string[]) => {
    const path = join(home, 'report.md');
    await writeFile(path, report);
    const env = { PLAINSIGHT_ALLOW_PRIVATE: site.opening, PLAINSIGHT_RENDER: 'never' };
    return await cli(['verify', 'report.md', ...args], { home, env });
  };

  it('holds when every link is read and every quote stands at its link', async () => {
    const bridge = site.url('/bridge');
    const report = `The repair “cost $4.5 million” ([Gazette](${bridge})).\n\n> The ferry carried 3,100 people a day\n>\n> — [Ferry](${site.url('/ferry')})\n`;
    const { code, stdout } = await run(report);
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 links read, 2 quotes hold, 0 do not')]);
  });

  it('fails by a wrong digit, a moved quote, a dead link and hidden text, each named in the table and the JSON', async () => {
    const bridge = site.url('/bridge');
    const report = [
      `It “cost $4.7 million and did not need money” ([Gazette](${bridge})).`,
      `Also “The ferry carried 3,100 people a day” [1].`,
      `It is said that "she took money from the builder" [1].`,
      `And "nobody knows this page at all" ([gone](${site.url('/gone')})).`,
      'Somebody said “nothing with a source here”.',
      `See <${site.url('/ferry')}>.`,
      `[1]: ${bridge}`,
    ].join('\n\n');
    const { code, stdout } = await run(report, '--json');
    expect(code).toBe(1);
    const result = JSON.parse(stdout);
    expect(result.holds).toBe(false);
    expect(result.quotes.map((quote: QuoteCheck) => [quote.found, quote.where])).toEqual([
      ['close', 'main'],
      ['absent', null],
      ['absent', 'hidden'],
      ['unread', null],
      ['uncited', null],
    ]);
    expect(result.quotes[0].difference).toEqual([{ kind: 'number', quote: '$4.7', page: '$4.5' }]);
    expect(result.quotes[1].moved_to).toBe(site.url('/ferry'));
    expect(result.links.map((link: { holds: boolean }) => link.holds)).toEqual([true, false, true]);
    const text = await run(report);
    expect(text.stdout).toContain('number: report “$4.7”, page “$4.5”');
    expect(text.stdout).not.toContain('admitted');
  });

  it('is refused with a usage error when there is no such file; one quote has exit codes of its own', async () => {
    const env = { PLAINSIGHT_ALLOW_PRIVATE: site.opening, PLAINSIGHT_RENDER: 'never' };
    const [missing, right, wrong] = await Promise.all([
      cli(['verify', 'nothing.md'], { home, env }),
      cli(['verify', site.url('/ferry'), '--quote', '3,100 people a day', '--json'], { home, env }),
      cli(['verify', site.url('/ferry'), '--quote', '3,200 people a day while the bridge'], { home, env }),
    ]);
    expect([missing.code, right.code, wrong.code]).toEqual([2, 0, 1]);
    expect(JSON.parse(right.stdout)).toMatchObject({ found: 'exact', status: 'ok', where: 'main' });
  });
});
