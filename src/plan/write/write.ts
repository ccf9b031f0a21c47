import type { Json, JsonObject } from '#base';
import { type Workspace, workspaceSchema } from '../schema/workspace';
import { ordered, sortedRecord } from './ordered';

/**
 * A workspace as the text of a `.planloom.json` file: two spaces, our keys in the order of the schema, defaults
 * left out, and a line feed at the end. Equal workspaces give equal bytes: `write(read(write(w)))` is `write(w)`.
 */
export function write(workspace: Workspace): string {
  return `${JSON.stringify(toJson(workspace), null, 2)}\n`;
}

/** A workspace as the JSON that is written, for hashing and for links. */
export function toJson(workspace: Workspace): JsonObject {
  const { layout: _layout, ...document } = ordered(workspaceSchema, workspace as Json) as JsonObject;
  const layout = sortedLayout(workspace.layout);
  return Object.keys(layout).length === 0 ? document : withLayout(document, layout);
}

/** Layout comes last but for what is foreign, as in the schema. */
function withLayout({ source, ...document }: JsonObject, layout: JsonObject): JsonObject {
  return source === undefined ? { ...document, layout } : { ...document, layout, source };
}

/** The order in which nodes were placed says nothing, and would make undo leave traces; so would empty entries. */
function sortedLayout(layout: Workspace['layout']): JsonObject {
  const plans = Object.entries(layout).filter(([, places]) => Object.keys(places).length > 0);
  return sortedRecord(
    Object.fromEntries(plans.map(([plan, places]) => [plan, sortedRecord(places as JsonObject)])),
  );
}
