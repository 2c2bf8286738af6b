import type { DocumentModel } from './model.ts';
import type { TextVerdict } from './verdict.ts';

/** A page as captured, with what was decided about each piece of its text. */
export interface Classified {
  /** By session and document. */
  readonly models: readonly (readonly DocumentModel[])[];
  readonly verdicts: readonly TextVerdict[];
}
