import { own } from '#base';
import { defineCapability } from '../defineCapability';
import { documentOf } from '../documents/documentOf';
import { rows, z } from '../zod';
import { requireName } from './column';
import { readTable } from './readTable';
import type { Row } from './table';

export const load = defineCapability({
  id: 'table.load',
  title: 'Load table',
  description:
    'Reads a CSV document (or a JSON array of objects) of the workspace into rows; "columns" keeps only some.',
  input: z.strictObject({
    document: z.string().min(1).meta({ title: 'Document', description: 'Id of the document.' }),
    columns: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .meta({ title: 'Only these columns', description: 'All when left out.' }),
  }),
  output: z.object({ document: z.string(), name: z.string(), columns: z.array(z.string()), rows }),
  effect: 'read',
  icon: 'table',
  tags: ['table', 'csv'],
  whenTooLarge: 'Load only the columns that are needed, or split the document.',
  run({ document: id, columns: wanted }, { documents }) {
    const document = documentOf(documents, id);
    const { columns, rows: all } = readTable(document);
    for (const column of wanted ?? []) requireName(columns, column);
    return {
      document: document.id,
      name: document.name ?? document.id,
      columns: wanted ?? columns.map(({ name }) => name),
      rows: wanted ? all.map((one) => picked(one, wanted)) : all,
    };
  },
});

function picked(one: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, own(one, column) ?? null]));
}
