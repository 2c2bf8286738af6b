import type { HeldPage } from '../../browser/held-page.ts';
import type { LoadedPage } from '../../browser/loaded-page.ts';
import { type Look, type LookOptions, look, type SeenPage } from './look.ts';
import { standing } from './standing-page.ts';

export interface SeeOptions {
  /** Collapsed content will be shown, so it is judged as if it were open. Default false. */
  readonly expand?: boolean;
  /** The page is closed while its scripts still stand, so that it can never tell that it was looked at. Default false. */
  readonly close?: boolean;
  /** Asked at the start of each hold, also when the page is looked at again; the look ends no sooner than it does. */
  readonly onHold?: () => Promise<void>;
  /** Told at the end of the hold, while all still stands as it was seen; may happen more than once. */
  readonly onSeen?: OnSeen;
}

/** A page that has been seen and still stands still: for pictures of it. */
export interface SeenLook extends Look {
  readonly held: HeldPage;
}

export type OnSeen = (look: SeenLook) => Promise<void>;

/** Looks at a page that stands still, here or in a worker; or says that it has to be scrolled through first. */
export type Looking<T> = (held: HeldPage, options: LookOptions) => Promise<T | 'scroll first'>;

/**
 * Looks at a settled page: holds its scripts, takes one snapshot, decides by rule, and photographs what rules leave
 * open. Scrolls through the page first when text waits for that. The page can notice nothing of it but the scrolling
 * and a pause.
 * @throws CdpFault, AppError and the signal's reason as LoadedPage.whileHeld does.
 */
export function seePage(page: LoadedPage, options: SeeOptions = {}): Promise<SeenPage> {
  return lookAt(page, options, async (held, how) => {
    const looked = await look(standing(held), how);
    if (looked === 'scroll first') return looked;
    await options.onSeen?.({ held, ...looked });
    return looked.seen;
  });
}

/** The same with another way of looking. */
export async function lookAt<T>(
  page: LoadedPage,
  { expand = false, close = false, onHold }: Omit<SeeOptions, 'onSeen'>,
  looking: Looking<T>,
): Promise<T> {
  const once = (mayScroll: boolean) => {
    const work = async (held: HeldPage) => {
      const asked = onHold?.();
      asked?.catch(() => {});
      const result = await looking(held, { mayScroll, expand, fonts: page.tab.network.fonts });
      await asked;
      return result;
    };
    return close ? page.readAndClose(work, (result) => result !== 'scroll first') : page.whileHeld(work);
  };
  const first = await once(true);
  if (first !== 'scroll first') return first;
  await page.reveal();
  const second = await once(false);
  if (second === 'scroll first') throw new Error('looked twice without scrolling');
  return second;
}
