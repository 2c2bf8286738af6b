import { filePage, gistPage } from './file-pages.ts';
import type { MarkdownRenderer, NativeForm, NativePage } from './native-page.ts';
import { npmPage, pypiPage } from './package-pages.ts';

export interface NativeSourceText {
  readonly form: NativeForm;
  readonly text: string;
  /** The page that a person opens. */
  readonly pageUrl: string;
}

/** What a source says, in the form in which its page shows it; null when its page has to be read instead. */
export function readNative({ form, text, pageUrl }: NativeSourceText, render: MarkdownRenderer): NativePage | null {
  if (form === 'file') {
    const { pathname, searchParams } = new URL(pageUrl);
    // Both show the file instead of what it says.
    const isPlain = searchParams.get('plain') === '1' || searchParams.has('raw');
    return filePage(nameOf(pathname), text, isPlain, render);
  }
  const json = parse(text);
  if (form === 'npm') return npmPage(json, render);
  return form === 'pypi' ? pypiPage(json, render) : gistPage(json, render);
}

function nameOf(pathname: string): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
