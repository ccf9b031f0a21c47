import { hashText, type JsonObject, type TableHandle } from '#base';
import { type KeptTable, memoryBlobs, tablesIn } from '#runtime';

/** A table of clerks and what they lent: `fee` falls and rises, every tenth is empty. */
export function loans(rows: number): KeptTable {
  return {
    columns: [
      { name: 'clerk', type: 'text' },
      { name: 'fee', type: 'number', unit: 'EUR' },
    ],
    rows: Array.from(
      { length: rows },
      (_, index): JsonObject => ({
        clerk: ['Mara', 'Tove', 'Ilse'][index % 3] ?? '',
        fee: index % 10 === 9 ? null : ((index * 37) % 101) / 4,
      }),
    ),
  };
}

/** A handle whose rows lie nowhere. */
export function handleOf(rows: number): TableHandle {
  const columns = [{ name: 'clerk', type: 'text' }];
  return { $table: { hash: hashText(`${rows} rows`), rows, bytes: 10 * rows, columns } };
}

/** The table among blobs of its own, and the handle that names it. */
export async function keptLoans(rows: number) {
  const blobs = memoryBlobs();
  return { blobs, handle: await tablesIn(blobs).keep(loans(rows)) };
}
