export { BUILT_IN_CATALOGUE, builtInCapabilities } from './builtIn';
export { describeDocuments } from './describeDocuments';
export { type Absent, absentIn } from './made/absent';
export { withMade } from './made/withMade';
export type { ColumnChoice, ColumnReport } from './table/readings/reportColumn';
export type { TableReport } from './table/readTable';
export type { Column, Row, Table } from './table/table';
export { reportOf, tableOf } from './table/tableOf';
