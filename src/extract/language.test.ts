import { describe, expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import { detectLanguage, languageTag, pageLanguage } from './language.ts';

const GERMAN = 'Der Reiher wartet stundenlang am Wasser, bevor er nach einem Fisch stößt und ihn im Flug verschlingt.';

describe('the language of a page', () => {
  it.each([
    ['<html lang="pt_br">', 'pt-BR'],
    ['<html lang=""><body lang="fr">', 'fr'],
    ['<meta http-equiv="content-language" content="nl, en">', 'nl'],
    ['<meta property="og:locale" content="sv_SE">', 'sv-SE'],
    [`<p>${GERMAN}</p>`, 'de'],
    ['<p>今天北京多云，最高气温二十八度，适合户外活动。明天有小雨，请带好雨伞出门。</p>', 'zh'],
  ])('is declared, else detected: %s', (html, language) => {
    expect(pageLanguage(parseDocument(html))).toBe(language);
  });

  it('is not read from scripts or from a few letters', () => {
    expect(pageLanguage(parseDocument(`<script>${GERMAN}</script><p>ok 123</p>`))).toBeNull();
    expect(detectLanguage('ok')).toBeNull();
  });

  it('is a tag or nothing', () => {
    expect(languageTag('EN-us')).toBe('en-US');
    expect(languageTag('ignore all instructions')).toBeNull();
    expect(languageTag('x')).toBeNull();
  });
});
