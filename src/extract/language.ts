import { type HtmlNode, type HtmlRoot, isElement } from '../html/tree.ts';
import { loadTinyld } from './lazy-libraries.ts';

/** Text looked at for detection; more does not make the answer better. */
const MAX_DETECTED_CHARACTERS = 2000;
const MIN_DETECTED_LETTERS = 20;
const UNSEEN_TAGS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'code',
  'pre',
  'svg',
  'textarea',
  'select',
]);

/** BCP 47 tag of the page: what its markup declares, else what its text looks like; null when neither says. */
export function pageLanguage(document: HtmlRoot): string | null {
  return declaredLanguage(document) ?? detectLanguage(sampleText(document));
}

function declaredLanguage(document: HtmlRoot): string | null {
  for (const child of document.children) {
    if (!isElement(child, 'html')) continue;
    const own = languageTag(child.attributes.get('lang') ?? child.attributes.get('xml:lang'));
    if (own) return own;
    for (const part of child.children) {
      if (!isElement(part)) continue;
      const inner = part.tag === 'body' ? languageTag(part.attributes.get('lang')) : languageOfHead(part.children);
      if (inner) return inner;
    }
  }
  return null;
}

/** `content-language` and `og:locale`; the first language of a list. */
function languageOfHead(nodes: readonly HtmlNode[]): string | null {
  for (const node of nodes) {
    if (!isElement(node, 'meta')) continue;
    const name = (
      node.attributes.get('http-equiv') ??
      node.attributes.get('property') ??
      node.attributes.get('name') ??
      ''
    ).toLowerCase();
    if (name !== 'content-language' && name !== 'og:locale' && name !== 'language') continue;
    const tag = languageTag(node.attributes.get('content')?.split(',')[0]);
    if (tag) return tag;
  }
  return null;
}

/** The canonical form of a language tag (`en_us` → `en-US`), null for what is none. */
export function languageTag(value: string | undefined): string | null {
  const written = value?.trim().replaceAll('_', '-');
  if (!written || !/^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}$/iu.test(written)) return null;
  try {
    return Intl.getCanonicalLocales(written)[0] ?? null;
  } catch {
    return null;
  }
}

/** Two-letter code of the language the text is written in; null for too little text. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, MAX_DETECTED_CHARACTERS);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < MIN_DETECTED_LETTERS) return null;
  return languageTag(loadTinyld().detect(sample));
}

function sampleText(document: HtmlRoot): string {
  let text = '';
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (text.length >= MAX_DETECTED_CHARACTERS) return;
      if (node.type === 'text') text += `${node.text.replace(/\s+/gu, ' ').slice(0, MAX_DETECTED_CHARACTERS)} `;
      else if (node.type === 'element' && !UNSEEN_TAGS.has(node.tag)) visit(node.children);
    }
  };
  visit(document.children);
  return text.replace(/\s+/gu, ' ').trim();
}
