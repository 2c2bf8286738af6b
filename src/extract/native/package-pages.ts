import { z } from 'zod';
import { canParseUrl } from '../../base/url.ts';
import { escapeHtml } from '../documents/document-html.ts';
import type { FieldData } from '../extraction.ts';
import type { MarkdownRenderer, NativeHtml, RenderedMarkdown } from './native-page.ts';

const words = z.string().optional().catch(undefined);
const wordList = z.array(z.string()).max(1_000).optional().catch(undefined);

const npmPackage = z.object({
  name: z.string().min(1),
  description: words,
  readme: z.string(),
  license: words,
  homepage: words,
  keywords: wordList,
  repository: z.object({ url: words, directory: words }).optional().catch(undefined),
  'dist-tags': z.object({ latest: z.string() }),
  time: z.record(z.string(), z.unknown()).optional().catch(undefined),
  versions: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const deprecation = z.object({ deprecated: z.string().min(1) });

/** Shorter ones are stand-ins such as “No README data found”. */
const MIN_README_CHARACTERS = 60;

/** A package as its page shows it, from what the npm registry says; null when that is not all of it. */
export function npmPage(json: unknown, render: MarkdownRenderer): NativeHtml | null {
  const parsed = npmPackage.safeParse(json);
  if (!parsed.success || parsed.data.readme.trim().length < MIN_README_CHARACTERS) return null;
  const { name, description, readme, license, homepage, keywords, repository, time, versions } = parsed.data;
  const { latest } = parsed.data['dist-tags'];
  const published = time && Object.hasOwn(time, latest) ? time[latest] : undefined;
  const gone = deprecation.safeParse(versions && Object.hasOwn(versions, latest) ? versions[latest] : null);
  const home = repositoryPage(repository?.url);
  return packageHtml(render(readme), {
    title: name,
    description,
    facts: {
      version: latest,
      published: typeof published === 'string' ? published : undefined,
      licence: license,
      homepage,
      repository: home ?? undefined,
      deprecated: gone.success ? gone.data.deprecated : undefined,
    },
    lists: { keywords },
    base: home === null ? null : fileBase(home, repository?.directory),
  });
}

const pypiProject = z.object({
  info: z.object({
    name: z.string().min(1),
    version: z.string(),
    summary: words,
    description: z.string(),
    description_content_type: words,
    license: words,
    license_expression: words,
    home_page: words,
    requires_python: words,
    author: words,
    classifiers: wordList,
    yanked: z.boolean().optional().catch(undefined),
    project_urls: z.record(z.string(), z.string()).optional().catch(undefined),
  }),
  urls: z
    .array(z.object({ upload_time_iso_8601: words }))
    .optional()
    .catch(undefined),
});

/** Longer ones are the text of a licence, not its name. */
const MAX_LICENCE_CHARACTERS = 100;

/** The same for a project of PyPI. Its page renders other markup than Markdown, which is left to the page. */
export function pypiPage(json: unknown, render: MarkdownRenderer): NativeHtml | null {
  const parsed = pypiProject.safeParse(json);
  if (!parsed.success) return null;
  const { info, urls } = parsed.data;
  const type = info.description_content_type?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'text/markdown' || info.description.trim().length < MIN_README_CHARACTERS) return null;
  const licence = [info.license_expression, info.license].find(
    (each) => each !== undefined && each !== '' && each.length <= MAX_LICENCE_CHARACTERS,
  );
  const links = Object.entries(info.project_urls ?? {}).map(([name, link]) => ({ name, link }));
  return packageHtml(render(info.description), {
    title: info.name,
    description: info.summary,
    facts: {
      version: info.version,
      released: urls?.[0]?.upload_time_iso_8601,
      licence,
      requires_python: info.requires_python,
      author: info.author,
      homepage: info.home_page,
      yanked: info.yanked ? 'yes' : undefined,
    },
    lists: { classifiers: info.classifiers },
    links,
    base: null,
  });
}

interface PackageFacts {
  readonly title: string;
  readonly description: string | undefined;
  readonly facts: Readonly<Record<string, string | undefined>>;
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>;
  readonly links?: ReadonlyArray<{ readonly name: string; readonly link: string }>;
  readonly base: string | null;
}

const MAX_FACT_CHARACTERS = 500;

function packageHtml(readme: RenderedMarkdown | null, page: PackageFacts): NativeHtml | null {
  if (readme === null) return null;
  const { title, description = '', links = [] } = page;
  const facts = Object.entries(page.facts).filter((fact): fact is [string, string] => isFact(fact[1]));
  const lists = Object.entries(page.lists).filter((list): list is [string, string[]] => (list[1] ?? []).length > 0);
  const fields: FieldData = {
    ...(description === '' ? {} : { description }),
    ...Object.fromEntries([...facts, ...lists]),
    ...(links.length > 0 && { links }),
  };
  const items = [
    ...facts.map(([name, value]) => `<li>${name.replaceAll('_', ' ')}: ${linked(value)}</li>`),
    ...links.map(({ name, link }) => `<li>${escapeHtml(name)}: ${linked(link)}</li>`),
    ...lists.map(([name, values]) => `<li>${name}: ${escapeHtml(values.join(', '))}</li>`),
  ];
  const head = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p><ul>${items.join('')}</ul>`;
  const published = page.facts.published ?? page.facts.released ?? null;
  return { type: 'html', ...readme, html: `${head}${readme.html}`, base: page.base, title, fields, published };
}

function isFact(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '' && value.length <= MAX_FACT_CHARACTERS;
}

function linked(value: string): string {
  const shown = escapeHtml(value);
  return /^https?:\/\/[^\s"<>]+$/iu.test(value) ? `<a href="${shown}">${shown}</a>` : shown;
}

/** `git+https://github.com/o/r.git` as the page of the repository; null for what is not on the web. */
function repositoryPage(url: string | undefined): string | null {
  const bare = url
    ?.replace(/^git\+/u, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/u, 'https://')
    .replace(/\.git$/u, '');
  return bare !== undefined && /^https:\/\/[\w.-]+\/[\w./-]+$/u.test(bare) && canParseUrl(bare) ? bare : null;
}

/** Where npm takes relative addresses of a readme to lead. */
function fileBase(home: string, directory: string | undefined): string | null {
  if (new URL(home).hostname !== 'github.com') return null;
  const folder = directory === undefined || !/^[\w./-]+$/u.test(directory) ? '' : `${directory.replace(/\/+$/u, '')}/`;
  return `${home}/blob/HEAD/${folder}`;
}
