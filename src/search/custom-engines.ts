import { readFile } from 'node:fs/promises';
import type { Engine } from './engines.ts';
import { parseJson } from './parse-json.ts';
import { parseTemplate } from './template.ts';

export interface CustomEngines {
  readonly engines: readonly Engine[];
  /** One sentence for each template that cannot be used. */
  readonly faults: readonly string[];
}

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_ENGINES = 50;

/**
 * The operator's own engines: a JSON list of templates, or one template. A template that cannot be used costs only
 * itself. `named` tells that the operator named the file, so that a missing one is a fault.
 */
export async function loadCustomEngines(
  file: string,
  named: boolean,
  taken: readonly string[],
): Promise<CustomEngines> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    return { engines: [], faults: named ? ['the file of PLAINSIGHT_SEARCH_ENGINES cannot be read'] : [] };
  const parsed = text.length > MAX_FILE_BYTES ? undefined : parseJson(text);
  if (typeof parsed !== 'object' || parsed === null) {
    return { engines: [], faults: ['the file of search engines holds no JSON list of templates'] };
  }
  const engines: Engine[] = [];
  const faults: string[] = [];
  for (const [index, raw] of (Array.isArray(parsed) ? parsed : [parsed]).slice(0, MAX_ENGINES).entries()) {
    try {
      const template = parseTemplate(raw);
      const { name } = template;
      if (taken.includes(name) || engines.some((engine) => engine.name === name)) throw new Error(`${name} is taken`);
      engines.push({ name, template, origin: 'operator', key: template.kind === 'json' ? (template.key ?? '') : '' });
    } catch (thrown) {
      faults.push(`search engine ${index + 1}: ${thrown instanceof Error ? thrown.message : 'cannot be used'}`);
    }
  }
  return { engines, faults };
}
