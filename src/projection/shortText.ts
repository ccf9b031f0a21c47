import { count, isBlobHandle, isJsonObject, isTableHandle, type Json, type JsonObject } from '#base';
import {
  bodiesOf,
  type CapabilityPlan,
  type CardSurroundings,
  type Catalogue,
  findNode,
  NODE_TYPES,
  type NodeOf,
  type Plan,
  type PlanNode,
  titleOf,
} from '#plan';

const MOST_CHARACTERS = 40;

/**
 * A value in about five words, for a card, a row or a tooltip.
 *
 * @example shortValue([{ a: 1, b: 2 }]) // 'table · 1 × 2'
 * @example shortValue({ rows: [{ a: 1 }], count: 1 }) // '1 row'
 * @example shortValue({ $table: { rows: 20000, columns: [{ … }, { … }], … } }) // 'table · 20000 × 2'
 * @example shortValue('Nothing found.') // '"Nothing found."'
 */
export function shortValue(value: Json | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'nothing';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'boolean') return String(value);
  return isJsonObject(value) ? shortObject(value) : shortArray(value);
}

/** Text on one line, at most `most` characters, the last of them an ellipsis when something was cut. */
export function cutText(text: string, most: number = MOST_CHARACTERS): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

function quoted(text: string): string {
  return `"${cutText(text)}"`;
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

function shortArray(array: readonly Json[]): string {
  if (array.length === 0) return 'empty list';
  const columns = columnsOf(array);
  return columns === null ? count(array.length, 'item') : `table · ${array.length} × ${columns}`;
}

/** How many columns a list of objects has, read from its first 20 rows; null when it is no table. */
function columnsOf(array: readonly Json[]): number | null {
  const names = new Set<string>();
  for (const row of array.slice(0, 20)) {
    if (!isJsonObject(row)) return null;
    for (const name of Object.keys(row)) names.add(name);
  }
  return names.size;
}

function shortObject(object: JsonObject): string {
  if (isTableHandle(object)) return `table · ${object.$table.rows} × ${object.$table.columns.length}`;
  if (isBlobHandle(object)) return `${object.$blob.type} · ${count(object.$blob.bytes, 'byte')}`;
  const names = Object.keys(object);
  const { rows, columns, value, text, decision, passages, nodes } = object;
  if (Array.isArray(nodes) && Array.isArray(object.edges)) return `plan · ${count(nodes.length, 'step')}`;
  if (typeof decision === 'string') return decision;
  if (Array.isArray(passages)) return count(passages.length, 'passage');
  if (value !== undefined && !isBig(value)) return shortValue(value);
  if (Array.isArray(rows)) return shortRows(rows.length, columns);
  if (isTableHandle(rows)) return shortRows(rows.$table.rows, columns);
  if (typeof text === 'string') return quoted(text);
  if (names.length === 0) return 'empty object';
  return `{ ${cutText(names.join(', '), MOST_CHARACTERS - 4)} }`;
}

function shortRows(rows: number, columns: Json | undefined): string {
  const height = count(rows, 'row');
  return Array.isArray(columns) ? `${height} · ${count(columns.length, 'column')}` : height;
}

function isBig(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

const MOST_IN_LINE = 80;

/** What is asked of the workspace around a plan, or of the closure that a run has of it. */
export interface OfWorkspace {
  readonly plans: readonly Plan[];
  readonly models: readonly unknown[];
}

/** What a card needs to know besides its node. */
export interface Surroundings {
  readonly plan: CapabilityPlan | null;
  readonly catalogue: Catalogue | null;
  /** What else the workspace has; null where nobody says. */
  readonly workspace: OfWorkspace | null;
}

/** The one line that matters for the type of a node, as its author wrote it: the condition, the goal, … */
export function planLine(node: PlanNode, around: Surroundings): string {
  return cutText(
    [...before(node), NODE_TYPES[node.type].cardLine(node, besides(node, around)), ...after(node)]
      .filter(Boolean)
      .join(' · '),
    MOST_IN_LINE,
  );
}

/** L2: a node that is switched off says so first. */
function before({ disabled }: PlanNode): readonly string[] {
  if (disabled === undefined) return [];
  return [disabled === 'pass' ? 'switched off, passed through' : 'switched off'];
}

/** L2: what else decides when it runs, and whether anybody waits for it. */
function after({ background, mutex, cancelOn }: PlanNode): readonly string[] {
  return [
    ...(background ? ['in the background'] : []),
    ...(mutex === undefined ? [] : [`one at a time: ${mutex}`]),
    ...(cancelOn === undefined ? [] : [`until ${cancelOn}`]),
  ];
}

/** Whether its author gave it a name. */
function isNamed(node: PlanNode): boolean {
  return node.name !== undefined && node.name.trim() !== '';
}

/** What a card is called: its name, else what it calls, else its type. */
export function cardTitle(node: PlanNode, catalogue: Catalogue | null): string {
  return node.type === 'CAPABILITY' && !isNamed(node) ? capabilityName(node, catalogue) : titleOf(node);
}

/** What a capability is called: its title, else its id. */
function capabilityName(node: NodeOf<'CAPABILITY'>, catalogue: Catalogue | null): string {
  return catalogue?.get(node.params.capability)?.title ?? node.params.capability;
}

/** What the type of a node may ask for besides the node. */
function besides(node: PlanNode, { plan, workspace, catalogue }: Surroundings): CardSurroundings {
  const variables = plan === null || plan.variables === 'open' ? [] : plan.variables;
  const placed = (id: string) => (plan === null ? undefined : findNode(plan, id));
  const nameOf = {
    node: (id: string) => titleIn(placed(id)?.node),
    plan: (id: string) => workspace?.plans.find((one) => one.id === id)?.name,
    capability: (id: string) => catalogue?.get(id)?.title,
  };
  return {
    variables: (scope) => variables.filter((one) => one.scope === scope).map(({ id }) => id),
    bodies: () => bodiesOf(node).map(({ name, body }) => ({ name, size: body.nodes.length })),
    // Where nobody says, there is one: that is how planners are drawn first (P2).
    hasModels: () => workspace === null || workspace.models.length > 0,
    ways: () => placed(node.id)?.body.edges.filter(({ to }) => to === node.id).length ?? null,
    nameOf: (what, id) => nameOf[what](id) ?? id,
  };
}

function titleIn(node: PlanNode | undefined): string | undefined {
  return node === undefined ? undefined : titleOf(node);
}
