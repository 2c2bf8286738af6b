import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../../html/parse.ts';
import { select } from '../../html/select.ts';
import { readGrid } from './grid.ts';
import { writeMarkdown } from './write.ts';

const write = (html: string) =>
  writeMarkdown(parseMarkup(html).children, { baseUrl: 'http://site.test/', includeLinks: true, includeImages: false });

function grid(html: string) {
  const table = select(parseMarkup(html), 'table')[0];
  if (!table) throw new Error('no table');
  return readGrid(table);
}

const SPANS = `<table><caption>Sales</caption><thead><tr><th rowspan="2">Region</th><th colspan="2">2025</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead>
<tbody><tr><td rowspan="2">North</td><td>10</td><td>11</td></tr><tr><td colspan="2">closed</td></tr>
<tr><td>South</td><td>7</td><td></td></tr></tbody></table>`;

describe('tables with spans', () => {
  it('are filled, with joined header rows and a note', () => {
    const result = write(SPANS);
    expect(result.markdown).toBe(
      'Sales\n\n| Region | 2025 / Q1 | 2025 / Q2 |\n| --- | --- | --- |\n| North | 10 | 11 |\n| North | closed | closed |\n| South | 7 |  |',
    );
    expect(result.notes).toEqual(['table spans filled']);
  });

  it('are the same as data', () => {
    expect(grid(SPANS)).toEqual({
      caption: 'Sales',
      headers: [['Region'], ['2025', 'Q1'], ['2025', 'Q2']],
      rows: [
        ['North', '10', '11'],
        ['North', 'closed', 'closed'],
        ['South', '7', ''],
      ],
      headerRows: 2,
      spansFilled: true,
    });
  });

  it('follow the standard: rowspan 0, spans past the group, overlaps, absurd numbers', () => {
    expect(grid('<table><tr><th>a<th>b<tr><td rowspan=0>x<td>1<tr><td>2<tr><td>3</table>').rows).toEqual([
      ['x', '1'],
      ['x', '2'],
      ['x', '3'],
    ]);
    expect(
      grid('<table><tbody><tr><th>a<th>b<tr><td rowspan=9>x<td>1</tbody><tbody><tr><td>y<td>2</tbody></table>').rows,
    ).toEqual([
      ['x', '1'],
      ['y', '2'],
    ]);
    const wide = grid(`<table><tr><th>a<th>b</tr><tr>${'<td colspan=999999 rowspan=999999>x'.repeat(30)}</table>`);
    expect(new Set(wide.rows.map((row) => row.length)).size).toBe(1);
    expect(wide.rows.flat().length).toBeLessThan(500_000);
  });

  it('lose columns that only colour bars and spans made', () => {
    expect(
      grid(
        '<table><tr><th colspan=2>Party<th>Votes<tr><td style="background:red"><td>A<td>1<tr><td><td>B<td>2</table>',
      ),
    ).toMatchObject({
      headers: [['Party'], ['Votes']],
      rows: [
        ['A', '1'],
        ['B', '2'],
      ],
    });
  });

  it('take a long title row for a caption', () => {
    expect(
      grid('<table><tr><th colspan=2>Results of the election of 2014</th></tr><tr><th>A<th>B<tr><td>1<td>2</table>'),
    ).toMatchObject({
      caption: 'Results of the election of 2014',
      headers: [['A'], ['B']],
      rows: [['1', '2']],
    });
  });
});

describe('tables without th', () => {
  it('take the first row for names, pad short rows, keep blocks in one line and drop empty tables', () => {
    const html = `<table><tr><td>Name</td><td>Use</td></tr><tr><td><p>a|b</p></td><td><ul><li>one</li><li>two</li></ul></td></tr>
<tr><td><pre>x
y</pre></td><td>line<br>break</td><td>extra</td></tr></table><table><tr><td></td></tr></table>`;
    expect(write(html).markdown).toBe(
      '| Name | Use |  |\n| --- | --- | --- |\n| a\\|b | one<br>two |  |\n| `x`<br>`y` | line<br>break | extra |',
    );
    expect(grid(html).rows.slice(1)).toEqual([
      ['a|b', 'one\ntwo', ''],
      ['x\ny', 'line\nbreak', 'extra'],
    ]);
  });

  it('have an empty header when the first row is data', () => {
    expect(write('<table><tr><td>a<td>1<tr><td>b<td>2</table>').markdown).toBe(
      '|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
    );
    expect(write('<table><tr><th>Born<td>1950<tr><th>Died<td>2020</table>').markdown).toBe(
      '|  |  |\n| --- | --- |\n| Born | 1950 |\n| Died | 2020 |',
    );
  });
});

describe('cells', () => {
  it('escape pipes in code and in link targets', () => {
    expect(write('<table><tr><th>a<th>b<tr><td><code>x|y</code><td><a href="/p?a|b">l</a></table>').markdown).toBe(
      '| a | b |\n| --- | --- |\n| `x\\|y` | [l](http://site.test/p?a%7Cb) |',
    );
  });

  it('flatten tables within', () => {
    expect(write('<table><tr><th>a<th>b<tr><td>1<td><table><tr><td>x<td>y<tr><td>z</table></table>').markdown).toBe(
      '| a | b |\n| --- | --- |\n| 1 | x, y<br>z |',
    );
  });
});

describe('layout tables', () => {
  it.each([
    '<table role=presentation><tr><td><p>a</p><td><p>b</p></table>',
    '<table><tr><td><h2>a</h2></td><td>b</td></tr></table>'.replace('<h2>a</h2>', '<section>a</section>'),
    '<table><tr><td>a<tr><td>b</table>',
    '<table><tr><td>a<td>b</table>',
    '<table><tr><td>a<td><table><tr><td>b<td></table></table>',
  ])('are unrolled: %s', (html) => {
    expect(write(html).markdown).toBe('a\n\nb');
  });
});
