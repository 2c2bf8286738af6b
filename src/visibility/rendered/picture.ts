import { contrast } from '../css/color.ts';
import type { Rect } from './geometry.ts';

/** A decoded picture of a part of the page. */
export interface Picture {
  readonly pixels: Uint8Array;
  /** Bytes per pixel, 3 or 4; the fourth is not looked at. */
  readonly channels: number;
  readonly width: number;
  readonly height: number;
  /** The part of the page in it, in CSS pixels. */
  readonly area: Rect;
}

/** What the difference of two pictures, with and without the text, says about a rectangle. */
export interface Measure {
  /** Share of pixels that the text changed. */
  readonly ink: number;
  /** Median contrast of the strongest of them, with text against without. */
  readonly contrast: number;
  /** Share of pixels that changed by themselves between two equal pictures. */
  readonly unstable: number;
  /** Share of pixel rows with clear ink. */
  readonly rows: number;
  /** Share of pixel columns between the first and the last with clear ink. */
  readonly span: number;
  /** Share of pixel columns with clear ink. */
  readonly columns: number;
  /** How abruptly ink begins: near 0 for a smear. */
  readonly sharpness: number;
  /** Strength of the strongest ink over the unrest of what is behind it. */
  readonly signal: number;
  /** The same for the mean of all ink: noise has single pixels as strong as letters. */
  readonly meanSignal: number;
}

/** Smaller differences are noise of the encoder and of antialiasing. */
const NOISE = 3;
const CLEAR_INK = 12;
const UNSTABLE = 6;
const STRONGEST_SHARE = 0.15;
/** Pixels whose contrast is computed. */
const MAX_SAMPLES = 300;

/**
 * Compares a rectangle (CSS pixels of the page) in a picture with the text and one without it (visibility.md, step 6).
 * `again` is a second picture with the text: what differs from the first moves by itself and is not counted.
 */
export function measure(shown: Picture, hidden: Picture, again: Picture | null, rect: Rect): Measure {
  const window = windowOf(shown, rect);
  const scan = new Scan(window);
  for (let y = window.top; y < window.bottom; y++) {
    let previous = -1;
    for (let x = window.left; x < window.right; x++) {
      const at = (y * shown.width + x) * shown.channels;
      if (again && difference(shown, again, at) > UNSTABLE) {
        scan.unstable++;
        previous = -1;
        continue;
      }
      const change = difference(shown, hidden, at);
      scan.add(x, y, change, previous, brightness(hidden, at));
      previous = change;
    }
  }
  return scan.result(shown, hidden, window);
}

interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function windowOf({ area, width, height }: Picture, rect: Rect): Window {
  const scale = width / Math.max(1, area.width);
  return {
    left: Math.max(0, Math.floor((rect.x - area.x) * scale)),
    top: Math.max(0, Math.floor((rect.y - area.y) * scale)),
    right: Math.min(width, Math.ceil((rect.x + rect.width - area.x) * scale)),
    bottom: Math.min(height, Math.ceil((rect.y + rect.height - area.y) * scale)),
  };
}

/** The largest difference of a channel. */
function difference(one: Picture, other: Picture, at: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel++) {
    const change = Math.abs((one.pixels[at + channel] ?? 0) - (other.pixels[at + channel] ?? 0));
    if (change > most) most = change;
  }
  return most;
}

function brightness({ pixels }: Picture, at: number): number {
  return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
}

/** Sums over one rectangle; changes and their steps are kept as histograms. */
class Scan {
  unstable = 0;
  readonly #changes = new Uint32Array(256);
  readonly #steps = new Uint32Array(256);
  readonly #columns: Uint8Array;
  readonly #rows: Uint8Array;
  readonly #window: Window;
  #most = 0;
  #count = 0;
  #sum = 0;
  #squares = 0;

  constructor(window: Window) {
    this.#window = window;
    this.#columns = new Uint8Array(Math.max(0, window.right - window.left));
    this.#rows = new Uint8Array(Math.max(0, window.bottom - window.top));
  }

  add(x: number, y: number, change: number, previous: number, ground: number): void {
    this.#count++;
    this.#sum += ground;
    this.#squares += ground * ground;
    if (previous >= 0) {
      const step = Math.abs(change - previous);
      if (step > 2) this.#steps[step] = (this.#steps[step] ?? 0) + 1;
    }
    if (change <= NOISE) return;
    if (change > this.#most) this.#most = change;
    this.#changes[change] = (this.#changes[change] ?? 0) + 1;
    if (change <= CLEAR_INK) return;
    this.#columns[x - this.#window.left] = 1;
    this.#rows[y - this.#window.top] = 1;
  }

  result(shown: Picture, hidden: Picture, window: Window): Measure {
    const all = this.#count + this.unstable;
    const inked = total(this.#changes);
    const strongest = topOf(this.#changes, Math.max(1, Math.ceil(inked * STRONGEST_SHARE)));
    const deviation = Math.sqrt(
      Math.max(0, this.#squares / Math.max(1, this.#count) - (this.#sum / Math.max(1, this.#count)) ** 2),
    );
    const steps = total(this.#steps);
    const step = steps === 0 ? 0 : topOf(this.#steps, Math.floor(steps * 0.1) + 1).least;
    const first = this.#columns.indexOf(1);
    const last = this.#columns.lastIndexOf(1);
    const width = Math.max(1, this.#columns.length);
    return {
      ink: inked / Math.max(1, all),
      contrast: inked === 0 ? 1 : medianContrast(shown, hidden, window, strongest.least),
      unstable: this.unstable / Math.max(1, all),
      rows: total(this.#rows) / Math.max(1, this.#rows.length),
      span: first < 0 ? 0 : (last - first) / width,
      columns: total(this.#columns) / width,
      sharpness: step / Math.max(1, this.#most),
      signal: strongest.mean / (deviation + 4),
      meanSignal: topOf(this.#changes, Math.max(1, inked)).mean / (deviation + 4),
    };
  }
}

function total(values: Uint32Array | Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** The least and the mean of the `count` largest values in a histogram. */
function topOf(histogram: Uint32Array, count: number): { least: number; mean: number } {
  let left = count;
  let sum = 0;
  for (let value = 255; value > 0; value--) {
    const here = Math.min(left, histogram[value] ?? 0);
    sum += here * value;
    left -= here;
    if (left <= 0) return { least: value, mean: sum / count };
  }
  return { least: 0, mean: count === left ? 0 : sum / (count - left) };
}

function medianContrast(shown: Picture, hidden: Picture, window: Window, least: number): number {
  const places: number[] = [];
  for (let y = window.top; y < window.bottom; y++) {
    for (let x = window.left; x < window.right; x++) {
      const at = (y * shown.width + x) * shown.channels;
      if (difference(shown, hidden, at) >= least) places.push(at);
    }
  }
  const stride = Math.max(1, Math.floor(places.length / MAX_SAMPLES));
  const values = places
    .filter((_, i) => i % stride === 0)
    .map((at) => contrast(rgb(shown, at), rgb(hidden, at)))
    .sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 1;
}

function rgb({ pixels }: Picture, at: number) {
  return { r: pixels[at] ?? 0, g: pixels[at + 1] ?? 0, b: pixels[at + 2] ?? 0 };
}
