import { AppError } from '../base/errors.ts';
import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';

/** In inches, as the protocol has it. */
export interface PrintOptions {
  readonly paperWidth: number;
  readonly paperHeight: number;
  readonly margin: number;
  /** Of the page on the paper, 0.1 to 2: the page is laid out as wide as the printed area divided by this. */
  readonly scale: number;
  /** Larger files are given up. */
  readonly maxBytes: number;
}

/** A page of 200 sheets with pictures takes about 8 s on two cores. */
const PRINT_TIMEOUT_MS = 60_000;
const READ_TIMEOUT_MS = 15_000;
const CHUNK_BYTES = 1024 * 1024;

/**
 * The page as a PDF with text, in the styles of the screen and with its grounds. Comes in pieces, so that a file that
 * is too large is never held. To be called in the hold of a page that is closed after it: its scripts are off meanwhile
 * (`whileOff` is done then), since Chrome tells a page that it is printed, and what a page then changes was never on
 * the screen.
 * @throws AppError `budget_exceeded` for a file above `maxBytes`; CdpFault and the signal's reason as any command.
 */
export async function printPage(
  session: CdpSession,
  options: PrintOptions,
  signal: AbortSignal,
  whileOff: (session: CdpSession) => Promise<void>,
): Promise<Buffer> {
  await session.send('Emulation.setScriptExecutionDisabled', { value: true }, { signal });
  try {
    await whileOff(session);
    await session.send('Emulation.setEmulatedMedia', { media: 'screen' }, { signal });
    return await printed(session, options, signal);
  } finally {
    // Another document may have taken the place of this one, which is then looked at in this tab.
    await ignoreLoss(session.send('Emulation.setScriptExecutionDisabled', { value: false }));
  }
}

async function printed(session: CdpSession, options: PrintOptions, signal: AbortSignal): Promise<Buffer> {
  const { paperWidth, paperHeight, margin, scale, maxBytes } = options;
  const { stream } = await session.send(
    'Page.printToPDF',
    {
      printBackground: true,
      preferCSSPageSize: false,
      displayHeaderFooter: false,
      // Tags carry descriptions that no person sees.
      generateTaggedPDF: false,
      generateDocumentOutline: false,
      transferMode: 'ReturnAsStream',
      paperWidth,
      paperHeight,
      marginTop: margin,
      marginBottom: margin,
      marginLeft: margin,
      marginRight: margin,
      scale,
    },
    { signal, timeoutMs: PRINT_TIMEOUT_MS },
  );
  if (stream === undefined) throw new Error('the browser gave no stream of what it printed');
  try {
    return await readStream(session, stream, maxBytes, signal);
  } finally {
    // Also when the call was cancelled: the browser keeps what it printed until then.
    await ignoreLoss(session.send('IO.close', { handle: stream }, { timeoutMs: READ_TIMEOUT_MS }));
  }
}

async function readStream(session: CdpSession, handle: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const input = { handle, size: CHUNK_BYTES };
    const { data, base64Encoded, eof } = await session.send('IO.read', input, { signal, timeoutMs: READ_TIMEOUT_MS });
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(bytes, maxBytes);
    chunks.push(chunk);
    if (eof) return Buffer.concat(chunks);
  }
}

function tooLarge(bytes: number, maxBytes: number): AppError {
  const size = (count: number) => `${Math.round(count / (1024 * 1024))} MiB`;
  return new AppError('budget_exceeded', `The PDF is larger than ${size(maxBytes)}; ${size(bytes)} of it were read.`, {
    hint: 'Take pictures of the page with full_page=true and tile, or read its words with read_page.',
  });
}
