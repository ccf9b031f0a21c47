import type { ColumnSource } from 'hyparquet-writer';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** A Parquet file of columns, packed by Snappy. */
export function makeParquet(
  columnData: ColumnSource[],
  options: Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'> = {},
): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData, ...options }));
}
