import { expect, test } from 'vitest';
import { joinedFile, partsOfFile } from '../../src/files/partsOfFile';
import { readFile } from '../../src/files/readFile';
import { makeXlsx } from './makeXlsx';
import { bytesOf } from './read';

const TALL = Array.from({ length: 30_000 }, (_, at) => [`row ${at}`, at]);
const BOOK = makeXlsx([
  { name: 'Tall', rows: TALL },
  { name: 'Small', rows: [['a'], [1]] },
]);

test.each([
  ['a workbook', 'a.xlsx', BOOK, 2],
  ['a text', 'a.csv', bytesOf('a,b\n1,2\n'), 1],
  ['a file that cannot be read', 'a.xlsx', BOOK.slice(0, 500), 1],
])('W8 %s comes out of the worker as it was read there, rows in parts', async (_, name, bytes, least) => {
  const read = await readFile(bytes, { name });
  const parts = [...partsOfFile(read)];
  const take = joinedFile();
  const taken = parts.map((part) => ('share' in part ? null : take(structuredClone(part))));
  expect(parts.length).toBeGreaterThanOrEqual(least);
  expect(taken.at(-1)).toEqual(read);
  for (const part of parts) if ('rows' in part) expect(part.rows.length).toBeLessThanOrEqual(20_000);
});
