import {
  type Diagnostic,
  didYouMean,
  err,
  hasErrors,
  isId,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonLoss,
  type JsonObject,
  type JsonPath,
  jsonLosses,
  LIMITS,
  notJsonAt,
  ok,
  own,
  parseJson,
  problem,
  type Result,
  recordsIn,
  reservedAt,
  sizeText,
  utf8Length,
  type Where,
  warning,
} from '#base';
import type { z } from '../fields/inspect';
import { migrate } from '../migrations/migrate';
import {
  type Body,
  bodySchema,
  type Edge,
  edgeSchema,
  NODE_TYPES,
  nodeSchema,
  type PlanNode,
} from '../nodes/node';
import { BODIES, checkGraph, nestedTooDeep } from '../rules/graph';
import { structureOfBody, structureOfPlan, structureOfWorkspace } from '../rules/idsAreUnique';
import { type Plan, planSchema } from '../schema/plan';
import { type State, type StateMachinePlan, stateSchema } from '../schema/stateMachine';
import {
  FORMAT,
  type ItemList,
  type ItemOf,
  type Policy,
  policySchema,
  schemaOfItem,
  VERSION,
  type Workspace,
  workspaceSchema,
} from '../schema/workspace';
import { diagnosticsOf, whereIs } from './issues';

/** A plan stands in the list of a workspace. */
const LEVELS_AROUND_PLAN = 2;

/** Reads one plan: what "import a plan" and the command line take besides whole workspaces (S2). */
export function readPlan(value: Json): Result<Plan, readonly Diagnostic[]> {
  const shape = readShape(planSchema, value, {}, LIMITS.jsonDepth - LEVELS_AROUND_PLAN);
  if (!shape.ok) return shape;
  const problems = structureOfPlan(shape.value);
  return problems.length > 0 ? err(problems) : shape;
}

/** Reads a state machine plan by itself: what a planner proposed (M5). */
export function readMachine(value: Json): Result<StateMachinePlan, readonly Diagnostic[]> {
  const plan = readPlan(value);
  if (!plan.ok) return plan;
  return plan.value.kind === 'state-machine' ? ok(plan.value) : err([notAMachine()]);
}

/** Reads the nodes and edges that a planner proposed (R13), or that were copied. */
export function readBody(value: Json): Result<Body, readonly Diagnostic[]> {
  const shape = readShape(bodySchema, value);
  if (!shape.ok) return shape;
  const problems = structureOfBody(shape.value);
  return problems.length > 0 ? err(problems) : shape;
}

/**
 * Reads one node with all that is inside it.
 *
 * @param levels how many levels of JSON it may have where it shall stand
 */
export function readNode(
  value: Json,
  levels: number = LIMITS.jsonDepth,
): Result<PlanNode, readonly Diagnostic[]> {
  return readShape(nodeSchema, value, {}, levels);
}

/** Reads one edge, whose ends may be anywhere. */
export function readEdge(value: Json): Result<Edge, readonly Diagnostic[]> {
  return readShape(edgeSchema, value);
}

/** Reads one state with those inside it. */
export function readState(value: Json): Result<State, readonly Diagnostic[]> {
  return readShape(stateSchema, value);
}

/** Reads one item of a list of the workspace. */
export function readItem<List extends ItemList>(
  list: List,
  value: Json,
): Result<ItemOf<List>, readonly Diagnostic[]> {
  return readShape(schemaOfItem(list), value);
}

/** Reads one policy (P13). */
export function readPolicy(value: Json): Result<Policy, readonly Diagnostic[]> {
  return readShape(policySchema, value);
}

/** Judges a value by a schema of ours; every problem is listed, with where it is. */
export function readShape<Value>(
  schema: z.ZodType<Value>,
  value: Json,
  around: Where = {},
  levels: number = LIMITS.jsonDepth,
): Result<Value, readonly Diagnostic[]> {
  const offence = notJsonAt(value, levels);
  if (offence !== null) return err([nestedTooDeep(value) ?? notJson(offence, levels, around)]);
  const forbidden = [...forbiddenKeys(value, around), ...reservedKeys(value, around)];
  const parsed = schema.safeParse(value);
  const issues = parsed.success ? [] : diagnosticsOf(parsed.error.issues, { schema, value, around });
  if (forbidden.length > 0 || !parsed.success) return err([...forbidden, ...issues]);
  return ok(parsed.data);
}

function notAMachine(): Diagnostic {
  return problem('NOT_A_MACHINE', 'The plan is not a state machine.', 'Give it "states".');
}

function notJson(path: string, levels: number, around: Where): Diagnostic {
  return problem(
    'NOT_JSON',
    `The value at ${path} is not JSON, or lies more than ${levels} levels deep.`,
    'Only null, true, false, finite numbers, text, lists and plain objects can be kept.',
    { ...around, field: path },
  );
}

/**
 * Finds keys named `__proto__` (case C1). JSON.parse makes them own keys, and the schema library drops them
 * without a word; so they are looked for before it sees the value.
 */
export function forbiddenKeys(root: Json, around: Where = {}): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const path: (string | number)[] = [];
  const inside = (key: string | number, value: Json): void => {
    path.push(key);
    if (key === '__proto__') found.push(forbidden(whereIs(root, path, around)));
    else visit(value);
    path.pop();
  };
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) inside(index, item);
    else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) inside(key, item);
  };
  visit(root);
  return found;
}

function forbidden(where: Where): Diagnostic {
  return problem('FORBIDDEN_KEY', 'A key is named "__proto__".', 'Give it another name.', where);
}

/** What is not ours to judge: leftovers of other formats, and schemas, whose keys are names of what they describe. */
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(['source', 'schema']);

/** V6: a document that brings a handle. Only a run makes one, of what lies in its own store. */
function reservedKeys(value: Json, around: Where = {}): readonly Diagnostic[] {
  const place = reservedAt(value, NOT_LOOKED_INTO);
  if (place === null) return [];
  return [
    problem(
      'VALUE_RESERVED',
      'A key is named "$table" or "$blob": such values are made by a run alone.',
      'Give the key another name, or name a document that the plan loads.',
      { ...around, field: place },
    ),
  ];
}

/** A refused document without what is misshapen in it, so that the rest can be checked. */
interface SoundParts {
  readonly workspace: Workspace;
  /** Whether a problem comes of what was set aside, and says nothing of the document. */
  readonly isOfRest: (problem: Diagnostic) => boolean;
}

/**
 * What can be checked of a document that `read` has refused for its shape (W3): what its misshapen nodes lack is filled in, those
 * that have too much are replaced by new ones of their type, misshapen edges are left out. For telling problems only: nothing of it is opened, run or kept.
 *
 * @returns null where something else is misshapen than a node or an edge, or nothing is
 */
export function soundParts(text: string): SoundParts | null {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  const migrated = parsed.ok && isJsonObject(parsed.value) ? migrate(parsed.value) : null;
  if (!migrated?.ok || !Array.isArray(migrated.value.plans)) return null;
  if (readShape(workspaceSchema, migrated.value).ok) return null;
  const replaced = new Set<string>();
  const plans = migrated.value.plans.map((plan) =>
    isJsonObject(plan) ? { ...plan, ...soundBody(plan, replaced) } : plan,
  );
  const read = readShape(workspaceSchema, { ...migrated.value, plans });
  if (!read.ok) return null;
  return { workspace: read.value, isOfRest: ({ where }) => !replaced.has(where.node ?? '') };
}

/** `replaced` is given the ids of nodes that others stand for. */
function soundBody(body: JsonObject, replaced: Set<string>): JsonObject {
  const { nodes, edges } = body;
  return {
    ...(Array.isArray(nodes) ? { nodes: nodes.map((node) => soundNode(node, replaced)) } : {}),
    ...(Array.isArray(edges) ? { edges: edges.filter((edge) => readEdge(edge).ok) } : {}),
  };
}

function soundNode(node: Json, replaced: Set<string>): Json {
  if (!isJsonObject(node)) return node;
  const bodies = Object.fromEntries(
    BODIES.flatMap((name) => {
      const body = own(node, name);
      return isJsonObject(body) ? [[name, { ...body, ...soundBody(body, replaced) }]] : [];
    }),
  );
  const whole = { ...node, ...bodies };
  if (readNode(whole).ok) return whole;
  const { id, type } = node;
  if (typeof id !== 'string' || !isId(id) || typeof type !== 'string') return whole;
  const fresh = own(NODE_TYPES, type)?.initial();
  if (fresh === undefined) return whole;
  const params = { ...membersOf(fresh.params), ...membersOf(node.params) };
  const filled = { ...fresh, ...whole, params };
  if (readNode(filled).ok) return filled;
  replaced.add(id);
  return { ...fresh, ...bodies, id, type };
}

function membersOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/**
 * What JSON.parse swallows without a word, found in the text itself (case A13): a key that is twice in one
 * object, of which the last wins, and whole numbers too large to be kept exactly.
 *
 * @param text JSON that is known to be well formed
 */
export function jsonWarnings(text: string): readonly Diagnostic[] {
  return jsonLosses(text).map(warningOf);
}

function warningOf({ kind, written, field, offset }: JsonLoss): Diagnostic {
  const where = { field, offset };
  if (kind === 'duplicate-key') {
    const message = `The key "${written}" is there twice; the last one counts.`;
    return warning('DUPLICATE_KEY', message, 'Keep one of them.', where);
  }
  const message =
    kind === 'digits'
      ? `The number ${written} is too large to be kept exactly.`
      : `The number ${written} is too small to be kept: it counts as 0.`;
  return warning('NUMBER_NOT_EXACT', message, 'Write it as text if every digit counts.', where);
}

/** Nodes whose type this version does not know: a newer one may, so their document opens read-only (case A8). */
function unknownNodeTypes(workspace: JsonObject): readonly Diagnostic[] {
  const plans = itemsIn(workspace.plans);
  const placed = plans.flatMap((plan, index) => [...nodesIn(plan, ['plans', index])]);
  return placed.flatMap(({ node: { type }, path }) => {
    if (typeof type !== 'string' || Object.hasOwn(NODE_TYPES, type)) return [];
    const message = `This version of Planloom knows no node type "${type}".`;
    const help = `${didYouMean(type, Object.keys(NODE_TYPES))}The document is opened read-only; correct the type in the file, or update Planloom.`;
    return [problem('UNKNOWN_NODE_TYPE', message, help, whereIs(workspace, [...path, 'type']))];
  });
}

interface PlacedObject {
  readonly node: JsonObject;
  readonly path: JsonPath;
}

/** Every node of a body that was not read yet; those in containers that this version does not know are among them. */
function* nodesIn(body: Json | undefined, path: JsonPath): Generator<PlacedObject> {
  if (!isJsonObject(body)) return;
  for (const [index, node] of itemsIn(body.nodes).entries()) {
    if (!isJsonObject(node)) continue;
    const at = [...path, 'nodes', index];
    yield { node, path: at };
    for (const inner of BODIES) yield* nodesIn(node[inner], [...at, inner]);
  }
}

/** What became of a text or value that wanted to be a workspace. */
export type ReadOutcome =
  | {
      readonly kind: 'document';
      readonly workspace: Workspace;
      /** The version of the format that it was written in; it was migrated from there (W5). */
      readonly version: number;
      /** Warnings only. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** Made with a newer version: shown, not run, and written back byte for byte (W5, case A8). */
  | {
      readonly kind: 'readOnly';
      readonly text: string;
      readonly name: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * The one door through which workspaces come in (W3): file, paste, link, template, restored state, command line.
 * Limits → parse → migrate → validate → normalise. All problems are listed; nothing is repaired or dropped.
 *
 * @param text JSON, with or without a byte order mark; at most `LIMITS.importBytes` bytes of UTF-8
 * @example
 * const outcome = read(text);
 * if (outcome.kind === 'document') open(outcome.workspace);
 */
export function read(text: string): ReadOutcome {
  if (text.length > LIMITS.importBytes || utf8Length(text) > LIMITS.importBytes)
    return refuse([tooLarge(text)]);
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) return refuse([nestedIn(text, parsed.problem) ?? parsed.problem]);
  return readValue(parsed.value, text, jsonWarnings(text));
}

/** How deep a text is looked into that has too many levels, to say what in it is nested. */
const LOOKED_INTO = 16 * LIMITS.jsonDepth;

/** A text of too many levels may be one of containers inside each other: then that is what is said. */
function nestedIn(text: string, { code }: Diagnostic): Diagnostic | null {
  const deeper = code === 'JSON_TOO_DEEP' ? parseJson(text, LOOKED_INTO) : null;
  return deeper?.ok ? nestedTooDeep(deeper.value) : null;
}

/** The same for a value that is parsed already. */
export function readJson(value: Json): ReadOutcome {
  return readValue(value, null, []);
}

function readValue(value: Json, text: string | null, warnings: readonly Diagnostic[]): ReadOutcome {
  if (!isJsonObject(value) || value.format !== FORMAT) return refuse([...warnings, notAWorkspace(value)]);
  const version = value.version;
  if (typeof version === 'number' && Number.isInteger(version) && version > VERSION)
    return readOnly(value, text, [newer(version), ...warnings]);
  const migrated = migrate(value);
  if (!migrated.ok) return refuse([...warnings, migrated.problem]);
  const unknown = unknownNodeTypes(migrated.value);
  const shape = readShape(workspaceSchema, migrated.value);
  if (unknown.length > 0) return readOnly(value, text, [...unknown, ...warnings]);
  if (!shape.ok) return refuse([...shape.problem, ...warnings]);
  const structure = structureOfWorkspace(shape.value);
  if (hasErrors(structure)) return refuse([...structure, ...graphProblems(shape.value), ...warnings]);
  // What was migrated had one.
  const from = typeof version === 'number' ? version : VERSION;
  return { kind: 'document', workspace: shape.value, version: from, diagnostics: warnings };
}

/** A document that cannot be opened is mended by hand: better to say everything at once. */
function graphProblems(workspace: Workspace): readonly Diagnostic[] {
  return workspace.plans.flatMap((plan) => (plan.kind === 'capability' ? checkGraph(plan) : []));
}

function refuse(diagnostics: readonly Diagnostic[]): ReadOutcome {
  return { kind: 'refused', diagnostics };
}

function readOnly(value: JsonObject, text: string | null, diagnostics: readonly Diagnostic[]): ReadOutcome {
  const name = typeof value.name === 'string' ? value.name : '';
  return { kind: 'readOnly', text: text ?? JSON.stringify(value), name, diagnostics };
}

function tooLarge(text: string): Diagnostic {
  const size = sizeText(utf8Length(text));
  return problem(
    'FILE_TOO_LARGE',
    `The file has ${size}; at most ${sizeText(LIMITS.importBytes)} are read.`,
    'Move large documents out of the workspace and import them where they are needed.',
  );
}

const OTHERWISE = 'Choose a file that Planloom wrote, or import it in the format that it has.';

function notAWorkspace(value: Json): Diagnostic {
  const isPlan = isJsonObject(value) && (value.kind === 'capability' || value.kind === 'state-machine');
  const hasRecords = recordsIn(value).lists.length > 0;
  const noTable = hasRecords
    ? ''
    : ' It holds no table either: that is a list of records, [{ … }, { … }], alone or in an object.';
  return problem(
    'NOT_A_WORKSPACE',
    `This is JSON, but not a Planloom workspace: "format" is not "${FORMAT}".`,
    isPlan ? 'It looks like a single plan: import it as a plan.' : `${OTHERWISE}${noTable}`,
    { field: '/format' },
  );
}

function newer(version: number): Diagnostic {
  return problem(
    'NEWER_VERSION',
    `This workspace was made with a newer version of Planloom (format ${version}, this one knows ${VERSION}).`,
    'Update Planloom to edit or run it.',
    { field: '/version' },
  );
}
