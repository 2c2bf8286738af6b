import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TemplateTrial } from '../../src/read/result.ts';
import { TemplateTrials } from '../../src/read/try-templates.ts';
import { cli } from '../kit/cli.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { startSite, type TestSite } from '../kit/site.ts';
import { templateCases } from '../kit/template-cases.ts';

// The trial of the site templates: real reads of a site on this machine, which stands in for the sites they are for.

let site: TestSite;
let reading: TestReader;
let home = '';

beforeAll(async () => {
  const page = Object.fromEntries((await templateCases()).map(({ name, html }) => [name, html]));
  home = await mkdtemp(join(tmpdir(), 'plainsight-selftest-templates-'));
  site = await startSite({
    '/arxiv': page.arxiv ?? '',
    '/arxiv-changed': page['arxiv-changed'] ?? '',
    '/mkdocs': page.mkdocs ?? '',
    '/another-tool': (page.mkdocs ?? '').replace('name="generator"', 'name="other"'),
    '/walled': (_, response) => response.writeHead(429).end('Too many requests.'),
    '/data': (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":1}'),
  });
  reading = await startReader({ allowPrivate: [site.opening], pace: { hostDelayMs: 0 } });
});
afterAll(async () => {
  await reading?.[Symbol.asyncDispose]();
  await site?.close();
  await rm(home, { recursive: true, force: true });
});

function trials(paths: Readonly<Record<string, string>>): TemplateTrials {
  const samples = Object.entries(paths).map(([name, path]) => {
    return { name, url: path.startsWith('/') ? `${site.origin}${path}` : path, byEvidence: name === 'mkdocs' };
  });
  return new TemplateTrials(reading.reader, samples);
}

test('each sample is read live and told apart: it fits, it has changed and what it lacks, it was not to be had', async () => {
  const told: TemplateTrial[] = [];
  const all = { arxiv: '/arxiv', mkdocs: '/mkdocs', pubmed: '/walled', mdn: '/gone', rfc: 'http://127.0.0.1:1/x' };
  const result = await trials(all).tryTemplates([], AbortSignal.timeout(60_000), (trial) => void told.push(trial));
  expect(result.map(({ template, outcome }) => [template, outcome])).toEqual([
    ['arxiv', 'ok'],
    ['mkdocs', 'ok'],
    ['pubmed', 'walled'],
    ['mdn', 'not_reached'],
    ['rfc', 'not_reached'],
  ]);
  expect(told).toHaveLength(result.length);
  expect(result[0]?.fields).toContain('authors');
  expect(result[3]?.detail).toContain('not_found');
  expect(result[4]?.detail).toContain('blocked_target');
});

test('a page that lost a required field, its maker’s mark, or its form is a changed one', async () => {
  const all = { arxiv: '/arxiv-changed', mkdocs: '/another-tool', mdn: '/data' };
  const result = await trials(all).tryTemplates([], AbortSignal.timeout(60_000), () => {});
  expect(result).toMatchObject([
    { template: 'arxiv', outcome: 'changed', missing: ['abstract'] },
    { template: 'mkdocs', outcome: 'changed', missing: [], detail: expect.stringContaining('which software') },
    { template: 'mdn', outcome: 'changed' },
  ]);
});

test('only those named are asked for, and a name that is none asks for nothing', async () => {
  const before = site.requests.length;
  const given = trials({ arxiv: '/arxiv', mkdocs: '/mkdocs' });
  const result = await given.tryTemplates(['mkdocs'], AbortSignal.timeout(60_000), () => {});
  expect(result.map(({ template }) => template)).toEqual(['mkdocs']);
  await expect(given.tryTemplates(['nobody'], AbortSignal.timeout(60_000), () => {})).rejects.toMatchObject({
    code: 'invalid_argument',
  });
  expect(site.requests.slice(before)).toEqual(['GET /mkdocs']);
});

test('a cancelled trial ends as cancelled and asks for nothing more', async () => {
  const given = trials({ arxiv: '/arxiv' });
  await expect(given.tryTemplates([], AbortSignal.abort(new Error('enough')), () => {})).rejects.toThrow('enough');
});

test('the program tries every template, counts the outcomes, and ends with 4 when none could be read', async () => {
  // The allow list keeps every site out: this machine must not ask the real ones.
  const env = { PLAINSIGHT_ALLOW_DOMAINS: 'nothing.example' };
  const run = await cli(['selftest', 'templates', '--json'], { home, env });
  const { passed, counts, templates } = JSON.parse(run.stdout);
  expect([run.code, passed, counts.ok, counts.not_reached]).toEqual([4, false, 0, templates.length]);
  expect(templates.length).toBeGreaterThan(30);
  expect(templates[0].detail).toContain('domain_not_allowed');
  const text = await cli(['selftest', 'templates', 'arxiv'], { home, env });
  expect(text.stdout).toMatch(/not_reached +arxiv [\s\S]*0 of 1 templates fit/u);
  expect((await cli(['selftest', 'templates', 'nobody'], { home, env })).code).toBe(2);
});
