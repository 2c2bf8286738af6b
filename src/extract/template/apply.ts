import type { HtmlNode, HtmlRoot } from '../../html/tree.ts';
import type { FieldData } from '../extraction.ts';
import { pageLanguage } from '../language.ts';
import { askedTemplate, templateFor } from './choose.ts';
import { composeNodes } from './compose.ts';
import { fieldData } from './field-data.ts';
import { treeFromData } from './from-data.ts';
import { type DataUse, type FieldsRead, readFields } from './read-fields.ts';
import type { Template } from './template.ts';
import { compileUrlPattern } from './url-pattern.ts';

export interface Applied {
  readonly nodes: readonly HtmlNode[];
  readonly fields: FieldData;
  readonly template: string;
}

export interface TemplateOutcome {
  /** Null when no template is for the page, or the one that is does not match any more. */
  readonly applied: Applied | null;
  readonly notes: readonly string[];
}

/**
 * Reads a page that holds visible text only by the template that was asked for: `auto` for the one that its address
 * names, a name, or a template as JSON. Leaves the page as it is. @throws TemplateFault, and SyntaxError for a selector.
 */
export function applyTemplate(
  root: HtmlRoot,
  asked: string,
  options: { url: string; baseUrl: string; ignoresData?: boolean },
): TemplateOutcome {
  const template = asked === 'auto' ? templateFor(root, options.url) : askedTemplate(asked);
  if (!template) return { applied: null, notes: [] };
  const { baseUrl } = options;
  const data = dataUse(template, options);
  const seen = readFields(root, template, { baseUrl, data });
  const stated = seen.missing.length > 0 && data === 'always' ? treeFromData(template.name, root) : null;
  const read = stated ? readFields(stated.root, template, { baseUrl, data }) : seen;
  if (read.missing.length > 0 || read.values.size === 0) return { applied: null, notes: [faultNote(template, read)] };
  const fields = fieldData(read, { baseUrl: options.baseUrl, language: pageLanguage(root) });
  return {
    applied: { nodes: composeNodes(read), fields, template: template.name },
    notes: [...(stated?.notes ?? []), ...notesOf(read)],
  };
}

const FAULT_NOTE =
  /^The template (\S{1,60}) no longer matches: the page has (?:no (.{1,2000})|none of its fields)\. It was read/u;

/** Which required fields the notes of a page say that its template did not find; null when they say no such thing. */
export function missingFields(template: string, notes: readonly string[]): readonly string[] | null {
  for (const note of notes) {
    const [, name, missing] = FAULT_NOTE.exec(note) ?? [];
    if (name === template) return missing?.split(', ') ?? [];
  }
  return null;
}

function faultNote({ name }: Template, { missing }: FieldsRead): string {
  const what = missing.length > 0 ? `has no ${missing.join(', ')}` : 'has none of its fields';
  return `The template ${name} no longer matches: the page ${what}. It was read like any other page.`;
}

function notesOf({ values, cut, fromData }: FieldsRead): string[] {
  const more = [...values].flatMap(([{ name }, value]) =>
    value.kind === 'items' && value.left > 0 ? [`${name}: ${value.left} more items of the page were not read.`] : [],
  );
  if (fromData.length > 0) more.push(`source: embedded data, which the page's scripts draw: ${fromData.join(', ')}.`);
  return cut ? [...more, 'The template names more text than one page may hold; its last fields are cut.'] : more;
}

/** Only at the site's own address is it known that it shows what it carries as data. */
function dataUse({ urls }: Template, { url, ignoresData }: { url: string; ignoresData?: boolean }): DataUse {
  if (!urls.some((pattern) => compileUrlPattern(pattern).matches(url))) return 'never';
  return ignoresData ? 'to complete' : 'always';
}
