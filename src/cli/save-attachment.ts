import { copyFile, writeFile } from 'node:fs/promises';
import type { RunSuccess } from '../toolkit/run.ts';
import type { CliHost } from './app-interface.ts';
import { print } from './print.ts';
import { UsageError } from './usage-error.ts';

/** Writes the file that an answer points at, or the picture in it where no file was kept. */
export async function saveAttachment({ output, attachments }: RunSuccess, path: string, host: CliHost): Promise<void> {
  const { artifact } = output;
  const kept = typeof artifact === 'object' && artifact !== null && 'path' in artifact ? artifact.path : null;
  const image = attachments.find(({ type }) => type === 'image');
  if (typeof kept !== 'string' && image?.type !== 'image') {
    await print(host.stderr, `plainsight: there is nothing to write to ${path}`);
    return;
  }
  try {
    if (typeof kept === 'string') await copyFile(kept, path);
    else if (image?.type === 'image') await writeFile(path, image.data);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? ` (${String(thrown.code)})` : '';
    throw new UsageError(`${path} cannot be written${code}`, 'screenshot');
  }
}
