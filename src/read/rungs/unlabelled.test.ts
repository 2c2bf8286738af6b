import { describe, expect, it } from 'vitest';
import { labelled } from './unlabelled.ts';

const document = (body: Uint8Array, type: string | null) => ({
  bytes: body,
  status: 200,
  headers: [['X-Other', '1'] as const, ...(type === null ? [] : [['Content-Type', type] as const])],
});
const typeOf = (given: ReturnType<typeof document>) =>
  labelled(given).headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];

describe('the label of a page that a browser is given', () => {
  it('is added where nothing names the encoding, for what our own reading takes it for', () => {
    expect(typeOf(document(Buffer.from('<p>naïve café 天气'), 'text/html'))).toBe('text/html; charset=UTF-8');
    expect(typeOf(document(Buffer.from('<p>naïve café'), null))).toBe('text/html; charset=UTF-8');
    expect(labelled(document(Buffer.from('<p>naïve café'), 'text/html')).notes).toEqual([]);
  });

  it('says when it is a guess', () => {
    const legacy = Buffer.from('<p>na\u00efve caf\u00e9, on the menu of a little place near the river', 'latin1');
    expect(typeOf(document(legacy, 'text/html'))).toMatch(/charset=windows-1252/u);
    expect(labelled(document(legacy, 'text/html')).notes.join()).toContain('guessed');
  });

  it('is left alone where header, mark or meta element name it, and where it makes no difference', () => {
    for (const [body, type] of [
      [Buffer.from('<p>ü'), 'text/html; charset=latin1'],
      [Buffer.from('<meta charset=gbk><p>x'), 'text/html'],
      [Buffer.from('\ufeff<p>ü'), 'text/html'],
      [Buffer.from('<p>plain'), 'text/html'],
    ] as const) {
      const given = document(body, type);
      expect(labelled(given)).toMatchObject({ headers: given.headers, notes: [] });
    }
  });
});
