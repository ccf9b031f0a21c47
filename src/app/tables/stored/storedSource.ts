import type { TableQuery, TableSource } from '#tables';
import type { FileOfTable, TableFormat } from '../tableFile';

/** A table whose rows lie in a worker, where files are made of them, too. */
export interface StoredSource extends TableSource {
  file(query: TableQuery, format: TableFormat): Promise<FileOfTable>;
}

export function isStored(source: TableSource): source is StoredSource {
  return 'file' in source;
}
