import type { Json, JsonObject } from '#base';
import type { ContainerNode, NodeOf } from '#plan';
import { type Fields, listAt, objectAt, textAt } from '../common/fields';
import { below } from '../common/report';
import { inputOf, inputToTheirs, joinOf, leafToTheirs, outputOf, outputToTheirs } from './calls';
import {
  leafOf,
  nameParams,
  type Piece,
  type Reading,
  type Shell,
  sequenceBody,
  shellOf,
  single,
  sourceOf,
} from './reading';
import { inTheirOrder, leaveOut, pluginOf, type Writing } from './writing';

/** FORK: its children at the same time; all end before it goes on, and the first failure counts. */
export function readFork(reading: Reading, fields: Fields, inherited: number): Piece {
  return single(forkNode(reading, fields, inherited, {}, {}));
}

/** FORK and the JOIN after it: one group, what the JOIN has below it, and the plugin that it calls. */
export function readForkAndJoin(
  reading: Reading,
  fork: Fields,
  join: Fields,
  inherited: number,
): readonly Piece[] {
  const branches = fork.again().objects('children').length;
  const shell = shellOf(reading, join, inherited);
  const { strategy, left } = strategyOf(reading, shell, join);
  const calls = strategy !== undefined && CALLING.has(strategy) && typeof join.peek('pluginRef') === 'string';
  const children = join.objects('children').map((child) => reading.node(child, shell.startToClose));
  // What is between the branches and the call is written back below the JOIN.
  const inner = children.length === 0 ? [] : [single(innerGroup(reading, shell, children))];
  const call = calls ? [single(callOf(reading, shell, join))] : [];
  const merge = strategy !== undefined && Object.hasOwn(MERGES, strategy) ? MERGES[strategy]?.(branches) : {};
  reading.report.recognised('FORK with JOIN', 'GROUP ASYNC');
  const kept = sourceOf(reading, shell, join, left);
  const group = forkNode(reading, fork, inherited, merge ?? {}, {
    join: {
      ...keptOf(kept),
      id: typeof keptOf(kept).id === 'string' ? (keptOf(kept).id ?? '') : shell.id,
      ...(shell.draft.name === undefined ? {} : { displayName: shell.draft.name }),
      ...(strategy === undefined ? {} : { mergeStrategy: strategy }),
      ...(shell.draft.background === true ? { executionMode: join.peek('executionMode') ?? 'ASYNC' } : {}),
    },
  });
  return [single(group), ...inner, ...call];
}

function forkNode(
  reading: Reading,
  fields: Fields,
  inherited: number,
  merge: JsonObject,
  more: JsonObject,
): JsonObject & { readonly id: string } {
  const shell = shellOf(reading, fields, inherited);
  const branches = fields.objects('children').map((child) => reading.node(child, shell.startToClose));
  if (Object.keys(more).length === 0) reading.report.recognised('FORK', 'GROUP ASYNC');
  return {
    ...shell.draft,
    type: 'GROUP',
    params: { mode: 'ASYNC', ...merge },
    body: {
      nodes: branches.flatMap(({ nodes }) => nodes),
      edges: branches.flatMap(({ edges }) => edges),
    },
    ...sourceOf(reading, shell, fields, { type: 'FORK', ...more }),
  };
}

/** JOIN without a FORK before it: its children in order; of those of ANY and FIRST_WINS their engine runs the first. */
export function readJoin(reading: Reading, fields: Fields, inherited: number): readonly Piece[] {
  const shell = shellOf(reading, fields, inherited);
  const { strategy, left } = strategyOf(reading, shell, fields);
  const all = fields.objects('children');
  const isFirstOnly = strategy === 'ANY' || strategy === 'FIRST_WINS';
  const run = isFirstOnly ? all.slice(0, 1) : all;
  const rest = all.slice(run.length).map((child): Json => child.whole());
  const calls =
    strategy !== undefined && CALLING.has(strategy) && typeof fields.peek('pluginRef') === 'string';
  const children = run.map((child) => reading.node(child, shell.startToClose));
  const call = calls ? [single({ ...callOf(reading, shell, fields) })] : [];
  reading.report.recognised('JOIN', 'GROUP SYNC');
  if (rest.length > 0) {
    const message = `The JOIN "${shell.id}" runs only its first child under ${strategy}.`;
    reading.report.warn('CHILDREN_IGNORED', message, 'Put a FORK before it.', below(shell.path, 'children'));
  }
  const group = {
    ...shell.draft,
    ...sequenceBody(children),
    ...sourceOf(reading, shell, fields, {
      type: 'JOIN',
      ...left,
      ...(strategy === undefined ? {} : { mergeStrategy: strategy }),
      ...(rest.length === 0 ? {} : { ignored: rest }),
    }),
  };
  return [single(group), ...call];
}

function strategyOf(
  reading: Reading,
  shell: Shell,
  join: Fields,
): { readonly strategy: string | undefined; readonly left: JsonObject } {
  const params = join.inside('params');
  const strategy = params.word('mergeStrategy');
  join.take('params');
  const left = params.leftovers();
  nameParams(reading, shell, left);
  if (strategy !== undefined && !Object.hasOwn(MERGES, strategy)) {
    const message = `The JOIN "${shell.id}" merges by "${strategy}", which their engine does not know.`;
    reading.report.warn(
      'STRATEGY_UNKNOWN',
      message,
      'It is read as ALL.',
      below(shell.path, 'params', 'mergeStrategy'),
    );
  }
  return { strategy, left: Object.keys(left).length === 0 ? {} : { params: left } };
}

function callOf(reading: Reading, shell: Shell, join: Fields): JsonObject & { readonly id: string } {
  const plugin = join.word('pluginRef') ?? '';
  const id = reading.ids.mint(`${shell.id}-merge`, 'merge');
  reading.plugins.warnUnknown(plugin, below(shell.path, 'pluginRef'));
  const output = outputOf(reading, shell, join.again());
  const input = inputWithoutStrategy(reading, shell, join);
  join.take('inputMappings');
  join.take('outputMappings');
  return {
    ...leafOf(reading, { ...shell, draft: { id } }, join),
    id,
    type: 'CAPABILITY',
    params: { capability: reading.plugins.capability(plugin) },
    ...input,
    ...output,
    source: { olo: { of: 'JOIN' } },
  };
}

/** The strategy stands among the parameters, and is none of the plugin's. */
function inputWithoutStrategy(reading: Reading, shell: Shell, join: Fields): JsonObject {
  const { params: _params, ...rest } = join.whole();
  return inputOf(reading, shell, join.replaced(rest));
}

/** What a paired JOIN has below it, between the branches and its call. */
function innerGroup(
  reading: Reading,
  shell: Shell,
  children: readonly Piece[],
): JsonObject & { readonly id: string } {
  const id = reading.ids.mint(`${shell.id}-children`, 'group');
  return { id, ...sequenceBody(children), source: { olo: { of: 'JOIN' } } };
}

function keptOf(node: JsonObject): JsonObject {
  const source = node.source as JsonObject | undefined;
  return (source?.olo as JsonObject | undefined) ?? {};
}

/** How a JOIN merges, as an ASYNC GROUP does (reference 6, 1.4); the rest of the names do what ALL does. */
const MERGES: Readonly<Record<string, (branches: number) => JsonObject>> = {
  ALL: () => ({}),
  LAST_WINS: () => ({ merge: 'LAST_WINS' }),
  FIRST_WINS: () => ({ merge: 'FIRST_WINS' }),
  ANY: () => ({ completion: 'N_OF(1)', rest: 'cancel' }),
  MAJORITY: (branches) => ({ completion: `N_OF(${Math.floor(branches / 2) + 1})` }),
  REDUCE: () => ({}),
  PLUGIN: () => ({}),
};

/** Strategies after which the JOIN calls its plugin. */
const CALLING: ReadonlySet<string> = new Set(['REDUCE', 'PLUGIN']);

/** What a JOIN of theirs is made of. */
interface JoinParts {
  /** Its id, where none was kept. */
  readonly id: string;
  readonly name: string | undefined;
  /** What was kept of it when it was imported. */
  readonly kept: JsonObject;
  /** How it merges; null for what was kept. */
  readonly strategy: string | null;
  readonly children: readonly JsonObject[];
  /** The plugin that it calls at the end. */
  readonly call: NodeOf<'CAPABILITY'> | null;
  readonly seconds: number;
}

/** A JOIN in the order of their keys. */
export function joinNode(writing: Writing, parts: JoinParts): JsonObject {
  const { kept, call, name } = parts;
  const { mergeStrategy, ...rest } = kept;
  const word = parts.strategy ?? mergeStrategy;
  const params = { ...objectAt(kept, 'params'), ...(word === undefined ? {} : { mergeStrategy: word }) };
  const children = [...parts.children, ...listAt(kept, 'ignored')];
  return inTheirOrder({
    ...rest,
    id: typeof rest.id === 'string' ? rest.id : parts.id,
    type: 'JOIN',
    ...(name === undefined ? {} : { displayName: name }),
    ...(call === null ? {} : callToTheirs(writing, call, parts.seconds)),
    params: Object.keys(params).length === 0 ? undefined : params,
    children: children.length === 0 ? undefined : children,
  });
}

function callToTheirs(writing: Writing, call: NodeOf<'CAPABILITY'>, seconds: number): JsonObject {
  const { mappings, literals } = inputToTheirs(writing, call);
  if (Object.keys(literals).length > 0) {
    const message = `Literals of "${call.id}" are left out: a JOIN has none.`;
    leaveOut(writing, call.id, message, 'Map them from variables.', '/input');
  }
  return {
    pluginRef: pluginOf(writing, call.params.capability),
    ...(mappings.length === 0 ? {} : { inputMappings: mappings }),
    ...outputToTheirs(writing, call),
    ...leafToTheirs(writing, call, seconds),
  };
}

/**
 * The strategy of the JOIN that merges as a group does: the one that was kept as long as it says the same. Null where a FORK
 * alone does.
 */
export function strategyToTheirs(
  writing: Writing,
  group: Extract<ContainerNode, { type: 'GROUP' }>,
  branches: number,
  calls: boolean,
): string | null {
  const kept = joinOf(group);
  const strategy = textAt(kept, 'mergeStrategy');
  if (kept !== undefined && strategy === undefined && isPlain(group)) return null;
  if (strategy !== undefined && saysTheSame(strategy, group, branches, calls)) return strategy;
  return kept === undefined && isPlain(group) && !calls ? null : ours(writing, group, branches, calls);
}

function saysTheSame(
  strategy: string,
  group: Extract<ContainerNode, { type: 'GROUP' }>,
  branches: number,
  calls: boolean,
): boolean {
  const merge = Object.hasOwn(MERGES, strategy) ? MERGES[strategy]?.(branches) : {};
  const { completion = 'ALL', merge: merging = 'LAST_WINS' } = group.params;
  const { completion: theirs = 'ALL', merge: alike = 'LAST_WINS' } = merge ?? {};
  return completion === theirs && merging === alike && CALLING.has(strategy) === calls;
}

function isPlain(group: Extract<ContainerNode, { type: 'GROUP' }>): boolean {
  const { completion = 'ALL', merge = 'LAST_WINS' } = group.params;
  return completion === 'ALL' && merge === 'LAST_WINS';
}

function ours(
  writing: Writing,
  group: Extract<ContainerNode, { type: 'GROUP' }>,
  branches: number,
  calls: boolean,
): string {
  const { completion = 'ALL', merge = 'LAST_WINS', maxConcurrency } = group.params;
  const help = 'Their JOIN waits for all, for one, or for more than half, and the first or the last wins.';
  const away = (what: string, field: string): void =>
    leaveOut(writing, group.id, `${what} of "${group.id}" is left out.`, help, `/params/${field}`);
  if (maxConcurrency !== undefined) away('How many branches run at once', 'maxConcurrency');
  if (merge !== 'LAST_WINS' && merge !== 'FIRST_WINS') away(`The merge ${merge}`, 'merge');
  if (calls) return 'REDUCE';
  if (completion === 'N_OF(1)' || completion === 'FIRST_SUCCESS') return 'ANY';
  if (completion === `N_OF(${Math.floor(branches / 2) + 1})`) return 'MAJORITY';
  if (completion !== 'ALL') away(`The completion ${completion}`, 'completion');
  return merge === 'FIRST_WINS' ? 'FIRST_WINS' : 'ALL';
}
