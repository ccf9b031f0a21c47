export { cellText, dateText } from './cellText';
export { type Chart, type ChartKind, chartOf } from './chart/chart';
export { compactNumber, scaleFor } from './chart/scale';
export { allRows, csvOf, jsonOf, tsvOf } from './files';
export { columnsOfTable, readCellTest, tableInMemory } from './tableInMemory';

export {
  type ColumnStatistics,
  type Eventually,
  type TableColumn,
  type TableOrder,
  type TableQuery,
  type TableRow,
  type TableSource,
  WHOLE_TABLE,
} from './tableSource';
export { typedTest } from './typedTest';
export { MOST_SHEET_ROWS, sheetOf } from './xlsxSheet';
