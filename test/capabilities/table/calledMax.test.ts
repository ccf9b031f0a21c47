import { expect, test } from 'vitest';
import { call } from '../../notation/calling';

const rowsOf = async (text: string) => {
  const { rows } = (await call(
    'table.load',
    { document: 't' },
    { documents: [{ id: 't', kind: 'csv', text }] },
  )) as {
    rows: readonly unknown[];
  };
  return rows.length;
};

test.each([
  ['a pet called Max that weighs most', 'Pet,Weight\nLuna,4\nBella,7\nMax,31\nCoco,5\n', 4],
  ['the last of them', 'Pet,Weight\nLuna,4\nBella,7\nMax,31\n', 3],
  ['a player called Min with the fewest goals', 'Player,Goals\nKim,4\nLee,7\nMin,1\nPark,5\n', 4],
  ['and a total that counts him', 'Pet,Weight\nLuna,4\nMax,31\nCoco,5\nTotal,40\n', 3],
  ['a row of maxima beside an average', 'Pet,Weight\nLuna,4\nBella,8\nCoco,6\nAverage,6\nMax,8\n', 3],
  ['maxima of two columns', 'Pet,Weight,Age\nLuna,4,9\nBella,8,2\nCoco,6,3\nMax,8,9\n', 3],
])('W8 %s is a row where nothing else says that it sums up', async (_, text, rows) => {
  expect(await rowsOf(text)).toBe(rows);
});
