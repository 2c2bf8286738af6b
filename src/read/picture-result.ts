import type { Attempt, PageStatus } from './result.ts';

/** A picture as it is asked for; every field is set, defaults were filled in by the tool's schema. */
export interface ScreenshotRequest {
  readonly url: string;
  /** The first shown element that matches; null for the page. */
  readonly selector: string | null;
  readonly fullPage: boolean;
  /** Which part of a long picture, from 1; null for the first. */
  readonly tile: number | null;
  readonly annotate: boolean;
  readonly hideOverlays: boolean;
  readonly format: PictureFormat;
  readonly timeoutS: number;
}

export const PICTURE_FORMATS = ['webp', 'png', 'jpeg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** A page kept as a file instead of a picture: printed as it looks, or its words, links, tables and pictures alone. */
export const PAGE_FILE_FORMS = ['pdf', 'html'] as const;
export type PageFileForm = (typeof PAGE_FILE_FORMS)[number];

export interface PageFileRequest {
  readonly url: string;
  readonly form: PageFileForm;
  /** What of the page a saved page holds; null for all of it. */
  readonly selector: string | null;
  readonly hideOverlays: boolean;
  readonly timeoutS: number;
}

/** In CSS pixels of the page. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture small enough for a conversation: longest side at most 2,000 pixels, at most 1 MB as base64. */
export interface PictureBlock {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

export interface ScreenshotFile {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
}

export interface Screenshot {
  readonly result: ScreenshotResult;
  /** Null where `result.image` is. */
  readonly block: PictureBlock | null;
  readonly file: ScreenshotFile | null;
}

/** The answer of `take_screenshot`, exactly as it is published. */
export interface ScreenshotResult {
  /** What the picture shows: the status that a read of the same page would have. */
  status: PageStatus;
  reason: { code: string; detail: string };
  url: string;
  final_url: string;
  title: string;
  http_status: number | null;
  /** ISO 8601, UTC. */
  taken_at: string;
  /** Null when there was nothing to take a picture of. */
  image: ImageFacts | null;
  /** The whole page in CSS pixels; null without a picture. */
  page: { width: number; height: number } | null;
  /** Null when the picture is not cut into tiles. */
  tile: { number: number; count: number; height: number } | null;
  /** The full picture on the disk of this machine. */
  artifact: ArtifactFacts | null;
  /** What can be clicked or typed into, by the numbers in an annotated picture. */
  elements: PictureElement[];
  left_out: PictureLeftOut[];
  attempts: Attempt[];
  notes: string[];
}

export interface ImageFacts {
  width: number;
  height: number;
  bytes: number;
  /** Pixels of the picture for one CSS pixel of the page. */
  scale: number;
  /** What of the page it shows. */
  area: PictureArea;
}

export interface ArtifactFacts {
  uri: string;
  path: string;
  /** Of a picture. */
  width?: number;
  height?: number;
  /** Of a PDF. */
  pages?: number;
  bytes: number;
  expires_at: string;
}

export interface PictureElement {
  /** The number that stands in the picture. */
  ref: number;
  role: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PictureLeftOut {
  what: 'overlay' | 'windowed' | 'over_budget' | 'hidden' | 'collapsed' | 'unproven' | 'frame' | 'image';
  count: number;
  /** How to get it, one sentence. */
  how: string;
}

/** A page with everything that was removed from it, as one HTML file for people. */
export interface XrayPage {
  readonly html: string;
  readonly status: PageStatus;
  readonly reason: { readonly code: string; readonly detail: string };
  /** Removals by kind: `warn`, `info`, `overlay`, … */
  readonly counts: Readonly<Record<string, number>>;
}
