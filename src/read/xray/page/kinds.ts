import type { RemovedClass } from '../xray.ts';

/** What the kinds are called, in the order in which they are shown; `tag` stands at their boxes. */
export const KINDS: ReadonlyArray<{
  readonly kind: RemovedClass;
  readonly name: string;
  readonly tag: string;
  readonly about: string;
}> = [
  {
    kind: 'warn',
    name: 'Hidden, suspicious',
    tag: 'hidden',
    about: 'Nobody could see it, and ordinary pages do not do that.',
  },
  {
    kind: 'info',
    name: 'Hidden, ordinary',
    tag: 'hidden',
    about: 'Nobody could see it, for reasons that ordinary pages have.',
  },
  { kind: 'unproven', name: 'Not proven', tag: 'not proven', about: 'It could not be proven that a person sees it.' },
  {
    kind: 'characters',
    name: 'Unseen characters',
    tag: 'characters',
    about: 'Characters without a shape, taken out of text that stays.',
  },
  { kind: 'overlay', name: 'Overlay', tag: 'overlay', about: 'It stands before the page until a person dismisses it.' },
  { kind: 'collapsed', name: 'Collapsed', tag: 'collapsed', about: 'A person can open it; expand puts it in.' },
  { kind: 'left_out', name: 'Not content', tag: '', about: 'A person sees it: menus, footers and the like.' },
];
