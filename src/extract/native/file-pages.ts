import { z } from 'zod';
import { escapeHtml } from '../documents/document-html.ts';
import type { MarkdownRenderer, NativeHtml, NativePage } from './native-page.ts';

const MARKDOWN = /\.(?:md|markdown|mdown|mkdn?)$/iu;
/**
 * Files that sites do not show as they are: rendered markup, notebooks, tables, pictures, archives. Their own page says
 * more, or what is to be seen there is not the text of the file.
 */
const OTHERWISE_SHOWN =
  /\.(?:rst|rest|adoc|asciidoc|asc|org|textile|rdoc|pod|creole|mediawiki|wiki|mdx|qmd|rmd|ipynb|csv|tsv|geojson|topojson|stl|svg|png|jpe?g|gif|webp|avif|bmp|ico|psd|pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|gz|tgz|xz|bz2|7z|jar|whl|exe|dll|so|dylib|bin|wasm|woff2?|ttf|otf|mp[34]|webm|mov|wav|ogg|flac|parquet|safetensors|gguf|onnx|pt|pth|pkl|npy|npz|h5|sqlite|db)$/iu;
/** What fences call the languages of files whose endings they do not know. */
const LANGUAGES: Readonly<Record<string, string>> = {
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  yml: 'yaml',
  htm: 'html',
  pyi: 'python',
  bash: 'sh',
  zsh: 'sh',
};

/** A file of a repository as its page shows it; null for one that is shown in another form. */
export function filePage(name: string, text: string, isPlain: boolean, render: MarkdownRenderer): NativePage | null {
  if (OTHERWISE_SHOWN.test(name) || /[\u0000]|^version https:\/\/git-lfs\.github\.com\//u.test(text)) return null;
  if (!MARKDOWN.test(name) || isPlain) return { type: 'text', text, language: languageOf(name), title: name };
  const rendered = render(text);
  return rendered && { type: 'html', ...rendered, base: null, title: '', fields: {}, published: null };
}

const gist = z.object({
  description: z.string().nullable().optional(),
  comments: z.number(),
  truncated: z.boolean().optional(),
  updated_at: z.string().optional().catch(undefined),
  owner: z.object({ login: z.string() }).nullable().optional().catch(undefined),
  files: z.record(
    z.string(),
    z.object({ filename: z.string(), content: z.string(), truncated: z.boolean().optional() }),
  ),
});

/** The files of a gist, one after the other; null where its page shows more: comments, or files cut short here. */
export function gistPage(json: unknown, render: MarkdownRenderer): NativeHtml | null {
  const parsed = gist.safeParse(json);
  if (!parsed.success || parsed.data.comments > 0 || parsed.data.truncated) return null;
  const { description, files, owner, updated_at: updated } = parsed.data;
  const parts: string[] = [];
  const hidden: NativeHtml['hidden'][number][] = [];
  let frontMatter = 0;
  for (const { filename, content, truncated } of Object.values(files)) {
    const page = truncated ? null : filePage(filename, content, false, render);
    if (page === null) return null;
    const isHtml = page.type === 'html';
    if (isHtml) hidden.push(...page.hidden);
    if (isHtml) frontMatter += page.frontMatter;
    const body = isHtml
      ? page.html
      : `<pre><code class="language-${page.language || 'text'}">${escapeHtml(page.text)}</code></pre>`;
    parts.push(`<h2>${escapeHtml(filename)}</h2>${body}`);
  }
  if (parts.length === 0) return null;
  const said = description ?? '';
  const title = said === '' ? (Object.values(files)[0]?.filename ?? '') : said;
  const by = owner ? `<p>${escapeHtml(owner.login)}</p>` : '';
  const html = `<h1>${escapeHtml(title)}</h1>${by}${parts.join('')}`;
  return { type: 'html', html, base: null, title, fields: {}, hidden, frontMatter, published: updated ?? null };
}

function languageOf(name: string): string {
  const ending = /\.(\w{1,12})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'txt' || ending === 'text' || ending === 'log') return '';
  if (ending === '') return /^(?:Makefile|Dockerfile)$/u.test(name) ? name.toLowerCase() : '';
  return (Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined) ?? ending;
}
