import { type Diagnostic, filled, type Json, type JsonObject, present, warning } from '#base';
import type { PlanNode, Workspace } from '#plan';
import { listAt, objectAt, omitted, picked, textAt } from '../common/fields';
import { keptUnder } from '../common/kept';
import { defaultOf, KEYS } from './loader';

/** What is known while one plan is written. */
export interface Writing {
  readonly plan: string;
  readonly workspace: Workspace;
  /** What there is no word for in their format. */
  readonly leftOut: Diagnostic[];
  /** Their names for variables and names of items; the innermost last. */
  readonly names: ReadonlyMap<string, string>[];
  /** Their names for capabilities of ours. */
  readonly plugins: ReadonlyMap<string, string>;
  /** Their names for plans. */
  readonly pipelines: ReadonlyMap<string, string>;
  readonly scopeFeatures: readonly string[];
  /** What every call is retried by, as ours says it. */
  readonly retry: string | null;
  /** Plugins that the tree names. */
  readonly used: Set<string>;
}

export function leaveOut(
  writing: Writing,
  node: string | null,
  what: string,
  help: string,
  field?: string,
): void {
  const where = { plan: writing.plan, ...present({ node: node ?? undefined, field }) };
  writing.leftOut.push(warning('LEFT_OUT', what, help, where));
}

/** Their name for a variable, or for what an iterator calls an item. */
export function nameOf({ names }: Writing, id: string): string {
  return names.findLast((scope) => scope.has(id))?.get(id) ?? id;
}

/** Their name for a capability; it is in the scope of the pipeline then. */
export function pluginOf(writing: Writing, capability: string): string {
  const name = writing.plugins.get(capability) ?? capability;
  writing.used.add(name);
  return name;
}

/** What was kept of a node when it was imported. */
export function keptOf(node: { readonly source?: JsonObject | undefined }): JsonObject {
  return keptUnder('olo', node);
}

/** The variable that a template reads and nothing else; undefined for any other template. */
export function variableOf(template: Json | undefined): string | undefined {
  if (typeof template !== 'string') return undefined;
  const expression = /^\{\{ (.*) \}\}$/s.exec(template)?.[1];
  return expression === undefined ? undefined : readVariable(expression);
}

/** The variable that an expression reads, be it the message of an error. */
export function readVariable(expression: string): string | undefined {
  const name = /^[A-Za-z_]\w*/.exec(expression)?.[0];
  if (name === undefined) return undefined;
  return expression === name || expression === `${name} == null ? null : ${name}.message` ? name : undefined;
}

/** Keys of a node of theirs that are not written from what was kept of it. */
const WRITTEN: readonly string[] = [
  'id',
  'displayName',
  'type',
  'params',
  'children',
  'pluginRef',
  'inputMappings',
  'outputMappings',
];

/** What was kept and is only for our own use. */
const OURS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'params',
  'ignored',
  'cases',
  'routes',
  'join',
  'of',
  'items',
  'inputsByName',
  'outputsByName',
  'mergeStrategy',
  'displayName',
]);

/** A node of theirs in the order of their keys. */
export function nodeOf(
  writing: Writing,
  node: PlanNode,
  type: string,
  fields: { readonly params?: JsonObject; readonly children?: readonly JsonObject[] } & JsonObject,
): JsonObject {
  const kept = keptOf(node);
  const { params, children, ...own } = fields;
  const all: JsonObject = {
    ...omitted(kept, WRITTEN),
    id: textAt(kept, 'id') ?? node.id,
    type,
    ...present({ displayName: node.name ?? textAt(kept, 'displayName') }),
    ...own,
    ...filled({ params: { ...objectAt(kept, 'params'), ...params } }),
    ...childrenOf(kept, children),
    ...modeOf(node, kept),
  };
  for (const key of Object.keys(kept)) {
    if (OURS.has(key) || (KEYS.node as readonly string[]).includes(key)) continue;
    leaveOut(
      writing,
      node.id,
      `"${key}" of "${node.id}" is not a key that their loader knows.`,
      'It stays under "source".',
    );
  }
  return inTheirOrder(all);
}

export function inTheirOrder(all: JsonObject): JsonObject {
  return picked(all, KEYS.node);
}

/** Those that are written, else those of a node that was passed over; and those that were never run. */
function childrenOf(kept: JsonObject, children: readonly JsonObject[] | undefined): JsonObject {
  const whole: readonly Json[] = children ?? listAt(kept, 'children');
  const all = [...whole, ...listAt(kept, 'ignored')];
  const isThere = children !== undefined || kept.children !== undefined || all.length > 0;
  return isThere ? { children: all } : {};
}

function modeOf(node: PlanNode, kept: JsonObject): JsonObject {
  const mode = textAt(kept, 'executionMode');
  const isDetached = mode === 'ASYNC' || mode === 'FIRE_AND_FORGET';
  if (node.background === true) return { executionMode: isDetached ? mode : 'ASYNC' };
  return mode === undefined ? {} : { executionMode: isDetached ? 'SYNC' : mode };
}

/** What does nothing, in a place that needs a node. */
export function emptyStep(id: string): JsonObject {
  return { id, type: 'SEQUENCE', children: [] };
}

/** Where their tree says by itself what a node of ours says: a PLANNER runs its plan, a split has its FORK and JOIN. */
export function writeImplied(writing: Writing, node: PlanNode): readonly JsonObject[] {
  if (node.type === 'PLAN_EXECUTOR')
    leaveOut(
      writing,
      node.id,
      `"${node.id}" is left out: their PLANNER runs what it planned.`,
      'Nothing is to be done where it follows its PLANNER.',
    );
  if (node.type === 'JOIN' && (node.params?.need ?? 'ALL') !== 'ALL')
    leaveOut(
      writing,
      node.id,
      `"${node.id}" goes on early here, and waits for all there.`,
      'Use a GROUP.',
      '/params/need',
    );
  return [];
}

export function writeOther(writing: Writing, node: PlanNode): readonly JsonObject[] {
  const type = textAt(keptOf(node), 'type');
  if (node.type === 'HUMAN_INPUT' && type !== undefined) return [nodeOf(writing, node, type, {})];
  leaveOut(
    writing,
    node.id,
    `"${node.id}" is left out: there is no ${node.type} there.`,
    'Write it as a plugin.',
  );
  return [];
}

/** A parameter that says what its default says is only written where it was written out. */
export function params(node: PlanNode, all: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept = objectAt(keptOf(node), 'params') ?? {};
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (value === undefined || (value === defaultOf(key) && kept[key] === undefined)) return [];
      return [[key, value]];
    }),
  );
}
