export { BUILT_IN_CATALOGUE, builtInCapabilities } from './builtIn';
export { describeDocuments } from './describeDocuments';
export { type Absent, absentIn } from './made/absent';
export { withMade } from './made/withMade';
export type { Column, ColumnType, Row, Table } from './table/table';
export { tableOf } from './table/tableOf';
