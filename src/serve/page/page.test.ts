import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { pageResponse } from './page.ts';
import { PAGE_SCRIPT } from './script.ts';

test('the script of the page is a script, and the policy lets exactly it and the style run', async () => {
  expect(() => new Script(PAGE_SCRIPT)).not.toThrow();
  const response = pageResponse();
  const markup = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const tag of ['script', 'style']) {
    const parts = [...markup.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'))].map((match) => match[1] ?? '');
    expect(parts).toHaveLength(1);
    expect(policy).toContain(
      `${tag}-src 'sha256-${createHash('sha256')
        .update(parts[0] ?? '')
        .digest('base64')}'`,
    );
  }
});

test('every element that the script asks for is on the page', async () => {
  const markup = await pageResponse().text();
  const names = [...PAGE_SCRIPT.matchAll(/at\('([a-z-]+)'\)/gu)].map((match) => match[1]);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(markup).toContain(`id="${name}"`);
});
