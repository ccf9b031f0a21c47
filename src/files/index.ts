export {
  type FileCell,
  type FileContent,
  type Measure,
  type Page,
  pageAt,
  type Sheet,
  type TableContent,
  type TextContent,
} from './fileContent';
export { readFile } from './readFile';
export { readFileInWorker } from './readFileInWorker';
export type { Named, ReadOptions } from './readOptions';
