import { grown, overlap, type Rect } from './geometry.ts';
import type { TextVerdict } from './verdict.ts';

/** A text to be judged by pixels; rectangles in pixels of the page. */
export interface Suspect {
  readonly verdict: TextVerdict;
  readonly rect: Rect;
}

/** A part of the page that is photographed at once. */
export interface Band {
  area: Rect;
  readonly suspects: Suspect[];
  /** Texts that style alone proves visible: one of them has to show in the difference. */
  calibration: readonly Rect[];
}

/** A shot beyond the screen costs as much for a line as for a page: near ones are taken together. */
const GAP_PX = 300;
const MAX_BAND_PX = 3_000;
const MARGIN_PX = 4;
const CALIBRATION_DISTANCE_PX = 400;
const CALIBRATIONS = 3;

export function planBands(suspects: readonly Suspect[], certain: readonly Rect[]): Band[] {
  const bands: Band[] = [];
  for (const suspect of [...suspects].sort((a, b) => a.rect.y - b.rect.y)) {
    const area = grown(suspect.rect, MARGIN_PX);
    const last = bands.at(-1);
    const end = last ? last.area.y + last.area.height : 0;
    const fits = last && area.y - end < GAP_PX && area.y + area.height - last.area.y < MAX_BAND_PX;
    if (last && fits) {
      last.area = union(last.area, area);
      last.suspects.push(suspect);
    } else bands.push({ area, suspects: [suspect], calibration: [] });
  }
  for (const band of bands) calibrate(band, certain);
  for (const band of bands) band.area = wholePixels(band.area);
  return bands;
}

function calibrate(band: Band, certain: readonly Rect[]): void {
  const { y, height } = band.area;
  const away = (rect: Rect) => Math.max(0, y - (rect.y + rect.height), rect.y - (y + height));
  band.calibration = certain
    .map((rect) => ({ rect, distance: away(rect) }))
    .filter(({ distance }) => distance < CALIBRATION_DISTANCE_PX)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, CALIBRATIONS)
    .map(({ rect }) => rect);
  for (const rect of band.calibration) band.area = union(band.area, grown(rect, 2));
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

function wholePixels(rect: Rect): Rect {
  const x = Math.max(0, Math.floor(rect.x));
  const y = Math.max(0, Math.floor(rect.y));
  return {
    x,
    y,
    width: Math.max(1, Math.ceil(rect.x + rect.width) - x),
    height: Math.max(1, Math.ceil(rect.y + rect.height) - y),
  };
}

/** Deals texts that overlap out to layers, so that no two of one layer do. */
export function layersOf(suspects: readonly Suspect[]): Suspect[][] {
  const layers: Suspect[][] = [];
  for (const suspect of suspects) {
    if (!suspect.verdict.overText) continue;
    let layer = layers.find((others) => others.every(({ rect }) => overlap(rect, suspect.rect) === 0));
    if (!layer) {
      layer = [];
      layers.push(layer);
    }
    layer.push(suspect);
  }
  return layers;
}
