export { cellText, dateText } from './cellText';
export { type Chart, type ChartKind, type ChartPoint, chartOf } from './chart/chart';
export { compactNumber, type Scale, scaleFor } from './chart/scale';
export { allRows, csvOf, jsonOf, tsvOf } from './files';
export { columnsOfTable, readCellTest, tableInMemory, type WrittenCell } from './tableInMemory';

export {
  type CellTest,
  type ColumnFilter,
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
export { MOST_SHEET_ROWS, type SheetCell, sheetOf } from './xlsxSheet';
