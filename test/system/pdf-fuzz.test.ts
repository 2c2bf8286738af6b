import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordOfLocal } from '../../src/read/local.ts';
import type { PagePool } from '../../src/read/pool.ts';
import { random } from '../kit/fuzz.ts';
import { HIDDEN_CASES } from '../kit/pdf/hidden-cases.ts';
import { block, prose, scan } from '../kit/pdf/layout-pages.ts';
import { mutatePdf } from '../kit/pdf/mutate-pdf.ts';
import { line, writePdf } from '../kit/pdf/write-pdf.ts';
import { startPool } from '../kit/worker.ts';

const FILES = 220;
const OPTIONS = {
  format: 'markdown',
  selector: null,
  expand: false,
  includeHidden: false,
  includeLinks: true,
  includeImages: false,
} as const;

let pool: PagePool;

beforeAll(async () => {
  pool = await startPool();
});
afterAll(() => pool.close());

function understand(bytes: Uint8Array, timeoutMs = 20_000) {
  const { page, rawSha256 } = recordOfLocal(bytes, 'file.pdf', null, 0);
  const job = { url: 'file.pdf', baseUrl: 'file.pdf', page, rawSha256, sheets: new Map(), options: OPTIONS };
  return pool.run(job, { signal: new AbortController().signal, timeoutMs });
}

describe('PDFs that break', () => {
  test('220 damaged files each have a status, and the next file is read as ever', async () => {
    const whole = HIDDEN_CASES.flatMap(({ hidden, twin }) => (twin ? [hidden, twin] : [hidden]));
    const files = Array.from({ length: FILES }, (_, i) => {
      const dice = random(30_000 + i);
      return mutatePdf(dice.pick(whole), dice);
    });
    const outcomes = new Map<string, number>();
    for (let from = 0; from < files.length; from += 4) {
      const results = await Promise.all(files.slice(from, from + 4).map((bytes) => understand(bytes)));
      for (const result of results) {
        const name = result.type === 'document' ? result.document.status : `${result.type}`;
        outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
        // Without its first bytes a file is text, and read as that.
        if (result.type === 'document' && result.document.kind === 'pdf')
          expect(result.document.page.text).not.toMatch(/[\u0000-\u0008\ufffd]/u);
      }
    }
    // Most damage is small, and most of the text is still to be had.
    expect((outcomes.get('ok') ?? 0) + (outcomes.get('partial') ?? 0)).toBeGreaterThan(FILES / 4);
    const after = await understand(writePdf({ pages: [{ content: line('As ever', 72, 700) }] }));
    expect(after).toMatchObject({ type: 'document', document: { status: 'ok' } });
  });
});

describe('PDFs that are large', () => {
  test('three hundred pages are read, each a section, within the memory of a worker', async () => {
    const pages = Array.from({ length: 300 }, (_, i) => ({
      content: line(`Chapter ${i + 1}`, 72, 740, 18, 'F2') + block(prose(i, 30, 12), 72, 700, 11),
    }));
    const result = await understand(writePdf({ pages, compress: true }), 60_000);
    expect(result).toMatchObject({ type: 'document', document: { kind: 'pdf' } });
    if (result.type !== 'document') return;
    // A machine under load may run out of the time for one file, which is then said.
    const { status, reason, page } = result.document;
    expect([status, reason.code]).toEqual(status === 'ok' ? ['ok', 'ok'] : ['partial', 'pdf_cut']);
    expect(page.sections.filter(({ id }) => /^p\d+$/u.test(id)).length).toBeGreaterThan(status === 'ok' ? 299 : 1);
  });

  test('a picture and a page of absurd size, and a form within itself, end well', async () => {
    const huge = writePdf({ pages: [{ content: line('On a wall', 100, 100, 400), box: [0, 0, 200_000, 200_000] }] });
    const circle = writePdf({
      pages: [{ content: `${line('Before the circle', 72, 700)} /X Do`, resources: '/XObject << /X @loop >>' }],
      objects: {
        loop: {
          entries: '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X @loop >> >>',
          data: '/X Do',
        },
      },
    });
    const wide = writePdf({
      pages: [
        {
          content: `${line('Before the picture', 72, 700)} q 100 0 0 100 0 0 cm /I Do Q`,
          resources: '/XObject << /I @big >>',
        },
      ],
      objects: {
        big: {
          entries:
            '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
          data: 'x',
        },
      },
    });
    for (const bytes of [huge, circle, wide, scan(['one', 'two'])]) {
      const result = await understand(bytes);
      expect(result.type === 'document' ? result.document.kind : 'killed').toBe('pdf');
    }
  });
});
