import { expect, test } from 'vitest';
import { sizeOf } from '../../../src/app/library/LibrarySections';

const document = (kind: 'csv' | 'tsv' | 'json' | 'markdown', text: string) => ({ id: 'a', kind, text });

test('W8 the rows of a document are those that it is read as', () => {
  const bank =
    'Account;DE12;\n;;\nDay;Use;Amount\n1.2.2026;"Power\nand water";-10,50\n2.2.2026;Rent;-900,00\nTotal;;-910,50\n';
  expect(sizeOf(document('csv', bank))).toBe('2 rows');
  expect(sizeOf(document('tsv', 'a\tb\n1\t2\n'))).toBe('1 row');
  expect(sizeOf(document('json', '[{"a":1},{"a":2}]'))).toBe('2 rows');
  expect(sizeOf(document('json', '"a text"'))).toBe('json');
  expect(sizeOf(document('markdown', '# Notes'))).toBe('markdown');
});
