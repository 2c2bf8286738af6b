import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { ReadResult } from '../result.ts';

/** What became of a text that did not reach the model. */
export const REMOVED_CLASSES = ['warn', 'info', 'unproven', 'overlay', 'collapsed', 'characters', 'left_out'] as const;
export type RemovedClass = (typeof REMOVED_CLASSES)[number];

/** One text that did not reach the model. Strings of it are the page's. */
export interface Removed {
  readonly kind: RemovedClass;
  /** In our own words. */
  readonly reason: string;
  readonly text: string;
  /** Where in the document; empty when its place says enough. */
  readonly location: string;
  /** Where it stands, in pixels of the whole; none for what has no place. */
  readonly boxes: readonly Rect[];
}

/** A part of the whole as a picture. */
export interface XrayPicture {
  readonly mimeType: string;
  readonly data: Uint8Array;
  readonly area: Rect;
}

/**
 * Everything that an X-ray shows: pictures, what was removed and where it stood, and what the model gets. It does not
 * matter to it what made the pictures.
 */
export interface Xray {
  readonly read: ReadResult;
  /** The whole text that the model gets, in windows. */
  readonly markdown: string;
  /** What the pictures and boxes are measured in; null without pictures. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly pictures: readonly XrayPicture[];
  readonly removed: readonly Removed[];
  /** Remarks in our own words. */
  readonly notes: readonly string[];
}
