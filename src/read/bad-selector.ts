import { AppError } from '../base/errors.ts';

/** For a selector that cannot be parsed: an argument’s fault, not the page’s. */
export function badSelector(): AppError {
  return new AppError('invalid_argument', 'The selector is not a CSS selector that can be used here.', {
    hint: 'Give a plain CSS selector such as "main", "#content" or "table.prices".',
  });
}
