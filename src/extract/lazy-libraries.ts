import { createRequire } from 'node:module';

/**
 * Libraries that take a tenth of a second and more to load, loaded when a page first needs them. `require` keeps the
 * callers synchronous; all three ship a CommonJS build.
 */
const require = createRequire(import.meta.url);

export function loadChrono(): typeof import('chrono-node') {
  return require('chrono-node');
}

export function loadTinyld(): typeof import('tinyld') {
  return require('tinyld');
}

export function loadFeedsmith(): typeof import('feedsmith') {
  return require('feedsmith');
}
