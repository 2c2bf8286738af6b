import type { Artifact } from '../../stores/artifacts.ts';
import type {
  ArtifactFacts,
  ImageFacts,
  PictureLeftOut,
  ScreenshotRequest,
  ScreenshotResult,
} from '../picture-result.ts';
import type { ReadResult } from '../result.ts';
import type { Encoded } from './fit-picture.ts';
import type { Shots } from './shoot-page.ts';

interface Taken {
  readonly shots: Shots | null;
  readonly artifact: Artifact | null;
  /** Why no file was kept; empty when one was, or there was none to keep. */
  readonly refusal: string;
}

/** Remarks of a read that are of no use beside a picture. */
const ABOUT_TEXT = /^(?:Content chosen as|The outline shows|\d+ more findings of hidden text) /u;

/** The answer about pictures: what they show, what of the page they do not, and how to get that. */
export function describeShots(read: ReadResult, request: ScreenshotRequest, taken: Taken): ScreenshotResult {
  const { shots, artifact } = taken;
  const tile = shots?.tile ?? null;
  const block = shots?.block ?? null;
  return {
    status: read.status,
    reason: read.reason,
    url: read.url,
    final_url: read.final_url,
    title: read.title,
    http_status: read.http_status,
    taken_at: read.fetched_at,
    image: shots && block && imageFacts(block, shots),
    page: shots?.page ?? null,
    tile: tile && { number: tile.number, count: tile.count, height: tile.area.height },
    artifact: artifact && shots?.file ? artifactFacts(artifact, shots.file) : null,
    elements: shots?.interactive.elements ?? [],
    left_out: shots ? leftOut(shots) : [],
    attempts: read.attempts,
    notes: notesOf(read, request, taken),
  };
}

function imageFacts({ data, width, height, scale }: Encoded, { tile, whole }: Shots) {
  const facts: ImageFacts = {
    width,
    height,
    bytes: data.byteLength,
    scale: rounded(scale),
    area: tile?.area ?? whole,
  };
  return facts;
}

function artifactFacts({ uri, path, bytes, expiresAt }: Artifact, file: Encoded): ArtifactFacts {
  const { width, height } = file;
  return { uri, path, width, height, bytes, expires_at: expiresAt };
}

function leftOut({ tile, overlays, interactive }: Shots): PictureLeftOut[] {
  const entries: PictureLeftOut[] = [];
  if (overlays > 0) entries.push({ what: 'overlay', count: overlays, how: 'hide_overlays=false shows them.' });
  if (tile && tile.count > 1) {
    const next =
      tile.number < tile.count ? `tile=${tile.number + 1} is the next of ${tile.count}.` : 'This is the last tile.';
    entries.push({ what: 'windowed', count: tile.count - 1, how: next });
  }
  if (interactive.omitted > 0) {
    const how = 'Elements beyond the first 120 have no number; a selector or a tile shows fewer at once.';
    entries.push({ what: 'over_budget', count: interactive.omitted, how });
  }
  return entries;
}

function notesOf(read: ReadResult, request: ScreenshotRequest, { shots, refusal }: Taken): string[] {
  const notes = [...(shots?.notes ?? [])];
  if (shots === null) notes.push(withoutPicture(read));
  const { block = null, file = null } = shots ?? {};
  if (shots && shots.whole.width > 0 && !block) notes.push('The picture could not be made small enough to be sent.');
  if (block && block.scale < 1) notes.push(`The picture is scaled to ${percent(block.scale)}.`);
  if (file && file.scale < 1) notes.push(`The file shows its area at ${percent(file.scale)}; tiles show more.`);
  if (request.annotate && shots?.tile) notes.push('The file of an annotated picture holds this tile only.');
  if (refusal !== '') notes.push(refusal);
  return [...notes, ...read.notes.filter((note) => !ABOUT_TEXT.test(note))];
}

function withoutPicture({ status }: ReadResult): string {
  return status === 'ok' || status === 'partial' || status === 'unsupported_content'
    ? 'There is no picture: what the site sent is no page that a browser lays out.'
    : 'There is no picture, because no page was obtained.';
}

function percent(scale: number): string {
  return `${Math.max(1, Math.round(scale * 100))} %`;
}

function rounded(scale: number): number {
  return Math.round(scale * 10_000) / 10_000;
}
