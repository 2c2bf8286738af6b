import type { NativeForm } from '../../extract/native/native-page.ts';
import { type AddressRule, sourceAddress } from './address-rule.ts';

/**
 * A kind of page whose text its site also gives in a form of its own. Only what a person who opens the page reads there
 * belongs here: a source that says more, less or something else than its page is no source of it.
 */
export interface NativeSource {
  readonly name: string;
  readonly form: NativeForm;
  readonly rules: readonly AddressRule[];
  /** First segments of paths that look alike and are something else. */
  readonly except?: RegExp;
  /** A page that it is for. */
  readonly sample: string;
}

export const NATIVE_SOURCES: readonly NativeSource[] = [
  {
    name: 'github-file',
    form: 'file',
    rules: [
      {
        page: 'github.com/{owner}/{name}/blob/{rest...}',
        source: 'https://raw.githubusercontent.com/{owner}/{name}/{rest}',
      },
    ],
    sample: 'https://github.com/nodejs/node/blob/main/README.md',
  },
  {
    name: 'github-gist',
    form: 'gist',
    rules: [{ page: 'gist.github.com/{owner}/{id}', source: 'https://api.github.com/gists/{id}' }],
    except: /^(?:discover|search|starred|forked|mine|join|login)$/u,
    sample: 'https://gist.github.com/octocat/6cad326836d38bd3a7ae',
  },
  {
    name: 'gitlab-file',
    form: 'file',
    // Projects stand in groups, and those in groups.
    rules: ['{a}/{b}', '{a}/{b}/{c}', '{a}/{b}/{c}/{d}'].map((project) => ({
      page: `gitlab.com/${project}/-/blob/{rest...}`,
      source: `https://gitlab.com/${project}/-/raw/{rest}`,
    })),
    sample: 'https://gitlab.com/gitlab-org/gitlab/-/blob/master/README.md',
  },
  {
    name: 'codeberg-file',
    form: 'file',
    rules: ['branch', 'tag', 'commit'].map((kind) => ({
      page: `codeberg.org/{owner}/{name}/src/${kind}/{rest...}`,
      source: `https://codeberg.org/{owner}/{name}/raw/${kind}/{rest}`,
    })),
    sample: 'https://codeberg.org/forgejo/forgejo/src/branch/forgejo/README.md',
  },
  {
    name: 'hugging-face-file',
    form: 'file',
    rules: ['{owner}/{name}', 'datasets/{owner}/{name}', 'spaces/{owner}/{name}'].map((project) => ({
      page: `huggingface.co/${project}/blob/{rest...}`,
      source: `https://huggingface.co/${project}/raw/{rest}`,
    })),
    sample: 'https://huggingface.co/openai-community/gpt2/blob/main/config.json',
  },
  {
    name: 'npm-package',
    form: 'npm',
    rules: [
      { page: 'npmjs.com/package/{name}', source: 'https://registry.npmjs.org/{name}' },
      { page: 'npmjs.com/package/@{scope}/{name}', source: 'https://registry.npmjs.org/@{scope}/{name}' },
    ],
    sample: 'https://www.npmjs.com/package/zod',
  },
  {
    name: 'pypi-project',
    form: 'pypi',
    rules: [
      { page: 'pypi.org/project/{name}', source: 'https://pypi.org/pypi/{name}/json' },
      { page: 'pypi.org/project/{name}/{version}', source: 'https://pypi.org/pypi/{name}/{version}/json' },
    ],
    sample: 'https://pypi.org/project/requests/',
  },
];

export interface FoundSource {
  readonly name: string;
  readonly form: NativeForm;
  readonly address: string;
}

/** The source of the page at this address; null for most pages. */
export function nativeSourceOf(url: URL, sources: readonly NativeSource[]): FoundSource | null {
  const first = url.pathname.split('/')[1] ?? '';
  for (const { name, form, rules, except } of sources) {
    if (except?.test(first)) continue;
    for (const rule of rules) {
      const address = sourceAddress(rule, url);
      if (address !== null) return { name, form, address };
    }
  }
  return null;
}
