import { oneLine, truncate } from '../base/text.ts';
import type { OnProgress } from '../toolkit/run.ts';
import type { Output } from './app-interface.ts';

const ERASE_LINE = '\r\x1b[K';
const DEFAULT_COLUMNS = 80;

interface ProgressLine {
  readonly update: OnProgress;
  /** Takes the line away. */
  readonly clear: () => void;
}

/** One line on the terminal that is written over again and again. Silent where nobody looks: in pipes and files. */
export function progressLine(output: Output): ProgressLine {
  if (!output.isTTY) return { update: () => {}, clear: () => {} };
  let shown = false;
  return {
    update(step, done, total) {
      const count = total === null ? '' : ` ${done}/${total}`;
      // The step may carry a host name that a page chose: control characters must not reach the terminal.
      const text = oneLine(`${step}${count} …`).replace(/\p{Cc}/gu, '');
      output.write(ERASE_LINE + truncate(text, (output.columns || DEFAULT_COLUMNS) - 1));
      shown = true;
    },
    clear() {
      if (shown) output.write(ERASE_LINE);
      shown = false;
    },
  };
}
