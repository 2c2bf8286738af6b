import { expect, it } from 'vitest';
import { openDocument, sheetData, xlsx } from '../../../test/kit/documents.ts';
import { documentFile } from './document-kind.ts';
import { sheetTables } from './read-document.ts';

function tablesOf(bytes: Uint8Array) {
  const file = documentFile(bytes, null, 'https://e.test/file');
  return file === null ? null : sheetTables(file);
}

it('Sheets come as rows of texts, without what is hidden', () => {
  const rows = sheetData(
    [
      ['Name', 'Secret', 'Size'],
      ['a', 'x', 1],
      ['b', 'y', 2],
    ],
    ['', '', 'hidden="1"'],
  );
  const columns = '<cols><col min="2" max="2" hidden="1"/></cols>';
  const file = xlsx([
    { name: 'One', xml: columns + rows },
    { name: 'Two', state: 'hidden', xml: rows },
  ]);
  expect(tablesOf(file)).toEqual([
    {
      name: 'One',
      rows: [
        ['Name', 'Size'],
        ['a', '1'],
      ],
      beyond: 0,
    },
  ]);
});

it('Rows and columns that a spreadsheet only repeats to its end are not there', () => {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const empty = '<table:table-cell table:number-columns-repeated="16000"/>';
  const file = openDocument(
    'spreadsheet',
    `<table:table table:name="S"><table:table-row>${cell('A')}${cell('B')}${empty}</table:table-row><table:table-row table:number-rows-repeated="2">${cell('1')}${cell('2')}</table:table-row><table:table-row table:number-rows-repeated="1000000">${empty}</table:table-row></table:table>`,
  );
  expect(tablesOf(file)).toEqual([
    {
      name: 'S',
      rows: [
        ['A', 'B'],
        ['1', '2'],
        ['1', '2'],
      ],
      beyond: 0,
    },
  ]);
});
