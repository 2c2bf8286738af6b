import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installed } from './chrome.ts';

/** True when this machine has a browser to render with; else says once that tests of rendering are skipped. */
export async function canRender(): Promise<boolean> {
  const { shell, full } = await installed();
  if (shell || full) return true;
  process.stderr.write('No browser is installed: tests of rendering are skipped.\n');
  return false;
}

/** Ids of the browser processes of a Plainsight with this data folder; the main one is the one without `--type`. */
export async function browsersOf(home: string): Promise<{ readonly all: number[]; readonly main: number[] }> {
  const all: number[] = [];
  const main: number[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/u.test(entry))) {
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes(`--user-data-dir=${join(home, 'profiles')}`)) continue;
    all.push(Number(name));
    if (!line.includes('--type=')) main.push(Number(name));
  }
  return { all, main };
}

/** Folders of browsers that are left below a data folder. */
export async function profilesOf(home: string): Promise<readonly string[]> {
  return (await readdir(join(home, 'profiles')).catch(() => [])).filter((name) => name.startsWith('chrome-'));
}

/** For `describe.each`: how a page that must come out the same in each way is asked for. */
export async function renderModes(): Promise<ReadonlyArray<'auto' | 'always'>> {
  return (await canRender()) ? ['auto', 'always'] : ['auto'];
}
