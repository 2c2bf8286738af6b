import { AppError } from '../base/errors.ts';

/** A region in one form for all engines: ISO 639 language and ISO 3166 country, both lower case, both set. */
export interface Region {
  readonly language: string;
  readonly country: string;
}

const ANYWHERE = new Set(['', 'all', 'any', 'auto', 'global', 'world', 'wt-wt', 'wt', 'none']);
const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/**
 * Reads `DE`, `de`, `de-AT`, `de_at`, `us-en`, `zh-Hant-TW` and English names (`Germany`). Of two parts the usual order
 * is language, country; the other one, which DuckDuckGo made known, is taken where only it makes sense, or where it names
 * a language of that country and the usual reading does not. A single part is a country when there is one of that name;
 * what is missing is what is likely.
 */
export function parseRegion(written: string | null): Region | null {
  const text = (written ?? '').trim().replace(/_/gu, '-');
  if (ANYWHERE.has(text.toLowerCase())) return null;
  const [first = '', second, ...rest] = text.split('-');
  const byCode = rest.length > 0 ? tagged(text) : second === undefined ? single(first) : pair(first, second);
  const region = byCode ?? byName(text);
  if (region === null) {
    throw new AppError(
      'invalid_argument',
      'region must be a country, a language or both, such as de, en-US or us-en.',
      {
        hint: 'Give ISO codes of two letters, or leave region out.',
      },
    );
  }
  return region;
}

function single(code: string): Region | null {
  const country = countryCode(code);
  // “en”, “ja”, “zh” are languages only; “EN” cannot be meant as a country.
  if (country !== null) return { country, language: likelyLanguage(country) };
  const language = languageCode(code);
  return language === null ? null : { language, country: likelyCountry(language) };
}

function pair(first: string, second: string): Region | null {
  const usual = both(first, second);
  const reversed = both(second, first);
  if (usual === null || reversed === null) return usual ?? reversed;
  return likelyLanguage(reversed.country) === reversed.language && likelyLanguage(usual.country) !== usual.language
    ? reversed
    : usual;
}

function both(language: string, country: string): Region | null {
  const [spoken, place] = [languageCode(language), countryCode(country)];
  return spoken === null || place === null ? null : { language: spoken, country: place };
}

/** A longer language tag, such as zh-Hant-TW. */
function tagged(tag: string): Region | null {
  try {
    const { language, region } = new Intl.Locale(tag);
    return region === undefined ? null : both(language, region);
  } catch {
    return null;
  }
}

/** A country or a language by its English name, as models like to write it. */
function byName(text: string): Region | null {
  const wanted = text.replaceAll('-', ' ').toLowerCase();
  if (wanted.length < 4) return null;
  for (const code of twoLetterCodes()) {
    if (COUNTRIES.of(code.toUpperCase())?.toLowerCase() === wanted) return single(code.toUpperCase());
  }
  const language = twoLetterCodes().find((code) => LANGUAGES.of(code)?.toLowerCase() === wanted);
  return language === undefined ? null : { language, country: likelyCountry(language) };
}

function twoLetterCodes(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

function languageCode(code: string): string | null {
  if (!/^[a-z]{2}$/iu.test(code)) return null;
  return LANGUAGES.of(code.toLowerCase()) === undefined ? null : code.toLowerCase();
}

function countryCode(code: string): string | null {
  if (!/^[a-z]{2}$/iu.test(code)) return null;
  // Codes of old, and “UK”, become those of today.
  const upper = new Intl.Locale(`und-${code}`).region ?? code.toUpperCase();
  // Private and reserved codes have names, too, but are no places.
  if (/^(?:EU|EZ|UN|XA|XB|ZZ|QO|ZH)$/u.test(upper)) return null;
  return COUNTRIES.of(upper) === undefined ? null : upper.toLowerCase();
}

function likelyLanguage(country: string): string {
  return new Intl.Locale(`und-${country.toUpperCase()}`).maximize().language ?? 'en';
}

function likelyCountry(language: string): string {
  return (new Intl.Locale(language).maximize().region ?? 'US').toLowerCase();
}
