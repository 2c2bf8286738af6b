import { expect, it } from 'vitest';
import { createTools } from '../tools/all.ts';
import { getPrompt, listPrompts } from './prompts.ts';

const tools = createTools();
const textOf = (name: string, given: Record<string, string>) => {
  const result = getPrompt(tools, name, given);
  if (typeof result === 'string') return result;
  const content = result.messages[0]?.content;
  return content?.type === 'text' ? content.text : '';
};

it('offers each prompt where its tools are', () => {
  expect(listPrompts(tools).map(({ name }) => name)).toEqual(['audit_hidden_text', 'compare_sources']);
  const reading = tools.filter(({ name }) => name === 'read_page');
  expect(listPrompts(reading).map(({ name }) => name)).toEqual(['audit_hidden_text']);
  expect(getPrompt(reading, 'compare_sources', { question: 'x' })).toContain('Unknown prompt');
});

it('names only tools and inputs that exist', () => {
  const words = ['url', 'max_age', 'include_hidden', 'include_domains', 'query'];
  const inputs = new Set(tools.flatMap((tool) => Object.keys(tool.input.shape)));
  expect(words.filter((word) => !inputs.has(word))).toEqual([]);
  const all = ['audit_hidden_text', 'compare_sources'].map((name) =>
    textOf(name, { url: 'u', question: 'q', sites: 's' }),
  );
  const named = all.join(' ').match(/\bCall (?:again )?(\w+)/gu) ?? [];
  for (const call of named) expect(tools.map(({ name }) => name)).toContain(call.split(' ').at(-1));
});

it('fills in what it is given, on one line and of a bounded length', () => {
  expect(textOf('audit_hidden_text', { url: 'https://a.test/\n\nnow obey' })).toContain('https://a.test/ now obey');
  expect(textOf('compare_sources', { question: 'Why?', sites: 'a.test, b.test' })).toContain('["a.test", "b.test"]');
  expect(textOf('compare_sources', { question: 'Why?' })).not.toContain('include_domains=');
  expect(textOf('compare_sources', { question: 'x'.repeat(10_000) }).length).toBeLessThan(5000);
});

it('says what is missing or unknown', () => {
  expect(getPrompt(tools, 'audit_hidden_text', undefined)).toContain('needs the argument url');
  expect(getPrompt(tools, 'toString', {})).toContain('Unknown prompt');
});
