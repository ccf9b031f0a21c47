import { isJsonObject, type JsonObject, own } from '#base';
import { shapeOf as tableShapeOf } from '#capabilities';
import {
  type Catalogue,
  type ColumnType,
  isFileDocument,
  type PlanNode,
  resultShape,
  type Shape,
  shapeOf,
  type TextDocument,
  type WorkspaceDocument,
} from '#plan';

/**
 * What a step gives, for who offers names: by the schema of what it calls, and of a table that it loads also the columns of the
 * document, which no schema knows.
 */
export function resultOfStep(
  node: PlanNode,
  catalogue: Catalogue,
  documents: readonly WorkspaceDocument[],
): Shape | null {
  const document = loadedBy(node, documents);
  const row = document === null ? null : rowSchema(document);
  if (row === null) return resultShape(node, { catalogue });
  const output = catalogue.get(LOAD)?.output ?? {};
  const properties = isJsonObject(output.properties) ? output.properties : {};
  return shapeOf({ ...output, properties: { ...properties, rows: { type: 'array', items: row } } });
}

const LOAD = 'table.load';

/** The document that a step loads as a table, where it names one that is there. */
function loadedBy(node: PlanNode, documents: readonly WorkspaceDocument[]): WorkspaceDocument | null {
  if (node.type !== 'CAPABILITY' || node.params.capability !== LOAD) return null;
  const { input } = node;
  const wanted = input !== undefined && isJsonObject(input) ? own(input, 'document') : undefined;
  return documents.find(({ id }) => id === wanted) ?? null;
}

/** Documents are values: what is known of one holds as long as it is there. */
const rows = new WeakMap<WorkspaceDocument, JsonObject | null>();

/** The schema of a row; null where the document has none, or is a file, which takes time to read. */
function rowSchema(document: WorkspaceDocument): JsonObject | null {
  const known = rows.get(document);
  if (known !== undefined) return known;
  const made = isFileDocument(document) ? null : schemaOfRows(document);
  rows.set(document, made);
  return made;
}

function schemaOfRows({ kind, text, ...document }: TextDocument): JsonObject | null {
  // Both are read by the character that divides their cells.
  const table = tableShapeOf({ ...document, kind: kind === 'tsv' ? 'csv' : kind, text: headOf(text) });
  if (!table.ok) return null;
  const columns = table.value.columns.map(({ name, type }) => [name, TYPES[type]] as const);
  return { type: 'object', properties: Object.fromEntries(columns) };
}

/** What a cell is in JSON; dates and times are texts. */
const TYPES: Readonly<Record<ColumnType, JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  date: { type: 'string' },
  timestamp: { type: 'string' },
  time: { type: 'string' },
  duration: { type: 'number' },
  boolean: { type: 'boolean' },
};

/** So much of a text says what its columns are called: the rest of a large one is not read for that. */
const HEAD = 64_000;

function headOf(text: string): string {
  if (text.length <= HEAD) return text;
  const end = text.lastIndexOf('\n', HEAD);
  return text.slice(0, end < 0 ? HEAD : end);
}
