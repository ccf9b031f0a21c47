import { canonicalJson, type Hash, hashJson, isJsonObject, type Json, type JsonObject } from '#base';
import { type AnySchema, defaultOf, fieldsFor, schemaInside } from '../fields/inspect';
import { MIGRATIONS, type MigrationSequence, walkMigrations } from '../migrations/migrate';
import type { Body, PlanNode } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import { type Workspace, workspaceSchema } from '../schema/workspace';
import { meaningOfBody, meaningOfNodeAlone, meaningOfPlan } from './meaning';
import { hashesOfReferences } from './references';

/**
 * A document in its written form: the keys of our own objects in the order of the schema, defaults left out.
 * Foreign JSON (inputs, schemas, sources) and records keep the order they have.
 */
function ordered(schema: AnySchema, value: Json): Json {
  if (Array.isArray(value)) return value.map((item, index) => inside(schema, value, index, item));
  if (!isJsonObject(value)) return value;
  const fields = fieldsFor(schema, value);
  const written: [string, Json][] = [];
  for (const key of fields?.keys() ?? Object.keys(value)) {
    const item = value[key];
    if (item === undefined) continue;
    const itemSchema = fields ? fields.get(key) : schemaInside(schema, value, key);
    if (fields && itemSchema && isDefault(itemSchema, item)) continue;
    written.push([key, itemSchema ? ordered(itemSchema, item) : item]);
  }
  return Object.fromEntries(written);
}

function inside(schema: AnySchema, value: Json, key: string | number, item: Json): Json {
  const itemSchema = schemaInside(schema, value, key);
  return itemSchema ? ordered(itemSchema, item) : item;
}

function isDefault(schema: AnySchema, value: Json): boolean {
  const byDefault = defaultOf(schema);
  if (byDefault === undefined || typeof byDefault !== typeof value) return false;
  // A list of thousands of edges is not written out to learn that it is not empty.
  if (Array.isArray(byDefault) && Array.isArray(value) && byDefault.length !== value.length) return false;
  return canonicalJson(byDefault) === canonicalJson(value);
}

/** The keys of an object sorted by code units, for records whose order says nothing. */
function sortedRecord(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

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

/**
 * The plan hash (W4): SHA-256 over the canonical JSON (RFC 8785) of what the plan means and of the hashes of
 * all that it refers to. A run is pinned to it.
 */
export function planHash(plan: Plan, workspace: Workspace): Hash {
  return hashJson({ plan: meaningOfPlan(plan), references: hashesOfReferences(plan, workspace) });
}

/** The hash of one node's definition, without what lies in it: what a recorded result belongs to (D11). */
export function nodeHash(node: PlanNode): Hash {
  return hashJson(meaningOfNodeAlone(node));
}

/** The hash of a dynamic plan: the same idea, without variables and references of its own. */
export function bodyHash(body: Body): Hash {
  return hashJson(meaningOfBody(body));
}

/** The same of a dynamic plan that is a machine (M5). */
export function machineHash(plan: StateMachinePlan): Hash {
  return hashJson(meaningOfPlan(plan));
}

/** The hash that trust binds to (T1): of the whole workspace as it would be written, names and layout too. */
export function workspaceHash(workspace: Workspace): Hash {
  return hashJson(toJson(workspace));
}

/**
 * The same of a workspace as it was in an older version of the format (W5): what was trusted there is still trusted when a
 * newer version of the app has migrated it, and nothing else is.
 *
 * @param version of the format, from 1 to the newest one
 */
export function workspaceHashIn(
  version: number,
  workspace: Workspace,
  sequence: MigrationSequence = MIGRATIONS,
): Hash {
  return hashJson(walkMigrations(sequence, toJson(workspace), sequence.newest, version));
}
