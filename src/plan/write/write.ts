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
  const document = ordered(workspaceSchema, workspace as Json) as JsonObject;
  const layout = document.layout;
  return layout === undefined ? document : { ...document, layout: sortedLayout(workspace.layout) };
}

/** The order in which nodes were placed says nothing, and would make undo leave traces. */
function sortedLayout(layout: Workspace['layout']): JsonObject {
  const plans = Object.entries(layout).map(([plan, places]) => [plan, sortedRecord(places as JsonObject)]);
  return sortedRecord(Object.fromEntries(plans) as JsonObject);
}
