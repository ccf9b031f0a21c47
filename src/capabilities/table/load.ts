import { defineCapability } from '../defineCapability';
import { documentOf } from '../documents/documentOf';
import { rows, z } from '../zod';
import { readTable } from './readTable';

export const load = defineCapability({
  id: 'table.load',
  title: 'Load table',
  description: 'Reads a CSV document (or a JSON array of objects) of the workspace into rows.',
  input: z.strictObject({
    document: z.string().min(1).meta({ title: 'Document', description: 'Id of the document.' }),
  }),
  output: z.object({ document: z.string(), name: z.string(), columns: z.array(z.string()), rows }),
  effect: 'read',
  icon: 'table',
  tags: ['table', 'csv'],
  run({ document: id }, { documents }) {
    const document = documentOf(documents, id);
    const table = readTable(document);
    return {
      document: document.id,
      name: document.name ?? document.id,
      columns: table.columns.map((column) => column.name),
      rows: table.rows,
    };
  },
});
