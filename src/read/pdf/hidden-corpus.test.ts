import { describe, expect, it } from 'vitest';
import { HIDDEN_CASES } from '../../../test/kit/pdf/hidden-cases.ts';
import { exchangedInPieces, MARKERS, PIECES, SECRET } from '../../../test/kit/pdf/hiding.ts';
import { tiled } from '../../../test/kit/pdf/hiding-objects.ts';
import { readBytes } from '../../../test/kit/pdf/read-bytes.ts';
import { line, literal } from '../../../test/kit/pdf/write-pdf.ts';

const HIDDEN = HIDDEN_CASES.map(({ name, why, hidden }) => ({ name, why, bytes: hidden }));
const TWINS = HIDDEN_CASES.flatMap(({ name, why, twin }) => (twin === null ? [] : [{ name, why, bytes: twin }]));

/** Any word of the sentence that no other text of the files holds. */
const WORDS = /zebra|quartz|praise|recommend|reviewer/iu;

describe('the corpus of PDFs', () => {
  it('has many kinds of hiding, most with a twin that shows the same', () => {
    expect(HIDDEN.length).toBeGreaterThanOrEqual(45);
    expect(TWINS.length).toBeGreaterThanOrEqual(38);
  });

  it.each(HIDDEN)('keeps a hidden sentence away from the text and reports it: $name ($why)', async ({ bytes }) => {
    const document = await readBytes(bytes);
    expect(document.page.text).not.toMatch(WORDS);
    for (const marker of MARKERS) expect(document.page.text).toContain(marker);
    const threat = document.threats.find(({ excerpt }) => excerpt.startsWith(SECRET.slice(0, 5)));
    expect(threat).toMatchObject({ type: 'hidden_pdf', severity: 'warn', location: 'page 1' });
    expect(document).toMatchObject({ status: 'ok', seen: 'proven', kind: 'pdf' });
  });

  it.each(TWINS)('keeps the same sentence where it is to be seen, without alarm: $name', async ({ bytes }) => {
    const document = await readBytes(bytes);
    expect(document.page.text).toContain(SECRET);
    for (const marker of MARKERS) expect(document.page.text).toContain(marker);
    expect(document.threats).toEqual([]);
  });

  it('takes the few words of a lying font from every page, and leaves those of an honest one', async () => {
    const lying = await readBytes(exchangedInPieces(13));
    expect(lying.page.text.match(/Plain words of a page that are what they look like/gu)).toHaveLength(PIECES.length);
    expect(lying.threats.map(({ excerpt, location }) => [excerpt, location])).toEqual(
      PIECES.map((piece, index) => [piece, `page ${index + 1}`]),
    );
    const honest = await readBytes(exchangedInPieces(0));
    for (const piece of PIECES) expect(honest.page.text).toContain(piece);
    expect(honest.threats).toEqual([]);
  });

  it.each([
    ['text', tiled(line(SECRET, 2, 10))],
    ['text in an array', tiled('BT /F1 12 Tf 2 10 Td [(Ze) -20 (bra)] TJ ET')],
    ['text of a form in the tile', tiled('/X Do')],
    ['text as a colour of strokes', tiled(line(SECRET, 2, 10), { paint: '/CS CS /P SCN 9 w 72 300 400 200 re S' })],
  ])('says that text which a page is painted with was not read: %s', async (_, bytes) => {
    const document = await readBytes(bytes);
    expect(document.notes).toContain('Text in 1 pattern that pages are painted with was not read (1).');
    expect(document).toMatchObject({ status: 'ok', seen: 'static' });
    expect(document.threats).toMatchObject([{ type: 'detection_degraded', severity: 'info' }]);
  });

  it.each([
    ['a drawing', tiled('0.5 g 0 0 8 8 re f')],
    ['blanks', tiled('BT /F1 12 Tf 2 10 Td ( ) Tj ET')],
    ['text without ink', tiled(`BT 3 Tr /F1 12 Tf 2 10 Td ${literal(SECRET)} Tj ET`)],
    [
      'a remark and a picture of such bytes',
      tiled('% (word) Tj\nBI /W 1 /H 1 /BPC 8 /CS /G ID (a) Tj EI 0 0 8 8 re f'),
    ],
    ['a pattern that nothing is painted with', tiled(line(SECRET, 2, 10), { paint: '0 0 8 8 re f /P gs' })],
  ])('says nothing of a pattern without it: %s', async (_, bytes) => {
    const document = await readBytes(bytes);
    expect(document.notes.join(' ')).not.toContain('pattern');
    expect(document).toMatchObject({ seen: 'proven', threats: [] });
  });

  it.each(HIDDEN.slice(0, 3))(
    'puts it in when it is asked for, and reports it all the same: $name',
    async ({ bytes }) => {
      const document = await readBytes(bytes, { includeHidden: true });
      expect(document.page.text).toContain(SECRET);
      expect(document.threatCounts).toMatchObject({ hidden_pdf: 1 });
    },
  );
});
