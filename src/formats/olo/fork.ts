import { filled, type Json, type JsonObject, own, present } from '#base';
import type { NodeOf } from '#plan';
import { type Fields, listAt, objectAt, omitted, textAt } from '../common/fields';
import { below } from '../common/report';
import { inputOf, inputToTheirs, joinOf, leafToTheirs, outputOf, outputToTheirs } from './calls';
import {
  keptParams,
  leafOf,
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
  const { strategy, calls, left } = strategyOf(reading, shell, join);
  const children = join.objects('children').map((child) => reading.node(child, shell.startToClose));
  // What is between the branches and the call is written back below the JOIN.
  const inner = children.length === 0 ? [] : [single(innerGroup(reading, shell, children))];
  const call = calls ? [single(callOf(reading, shell, join))] : [];
  const merge = strategy === undefined ? undefined : own(MERGES, strategy)?.(branches);
  reading.report.recognised('FORK with JOIN', 'GROUP ASYNC');
  const kept = objectAt(objectAt(sourceOf(reading, shell, join, left), 'source'), 'olo');
  const isDetached = shell.draft.background === true;
  const group = forkNode(reading, fork, inherited, merge ?? {}, {
    join: {
      ...kept,
      id: textAt(kept, 'id') ?? shell.id,
      ...present({
        displayName: shell.draft.name,
        mergeStrategy: strategy,
        executionMode: isDetached ? (join.peek('executionMode') ?? 'ASYNC') : undefined,
      }),
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
  const { strategy, calls, left } = strategyOf(reading, shell, fields);
  const all = fields.objects('children');
  const isFirstOnly = strategy === 'ANY' || strategy === 'FIRST_WINS';
  const run = isFirstOnly ? all.slice(0, 1) : all;
  const rest = all.slice(run.length).map((child): Json => child.whole());
  const children = run.map((child) => reading.node(child, shell.startToClose));
  const call = calls ? [single(callOf(reading, shell, fields))] : [];
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
      ...present({ mergeStrategy: strategy }),
      ...filled({ ignored: rest }),
    }),
  };
  return [single(group), ...call];
}

function strategyOf(
  reading: Reading,
  shell: Shell,
  join: Fields,
): { readonly strategy: string | undefined; readonly calls: boolean; readonly left: JsonObject } {
  const params = join.inside('params');
  const strategy = params.word('mergeStrategy');
  join.take('params');
  const left = keptParams(reading, shell, params.leftovers());
  if (strategy !== undefined && own(MERGES, strategy) === undefined) {
    const message = `The JOIN "${shell.id}" merges by "${strategy}", which their engine does not know.`;
    reading.report.warn(
      'STRATEGY_UNKNOWN',
      message,
      'It is read as ALL.',
      below(shell.path, 'params', 'mergeStrategy'),
    );
  }
  const calls = CALLING.has(strategy ?? '') && typeof join.peek('pluginRef') === 'string';
  return { strategy, calls, left };
}

function callOf(reading: Reading, shell: Shell, join: Fields): JsonObject & { readonly id: string } {
  const plugin = join.word('pluginRef') ?? '';
  const id = reading.ids.mint(`${shell.id}-merge`, 'merge');
  reading.plugins.warnUnknown(plugin, below(shell.path, 'pluginRef'));
  const output = outputOf(reading, shell, join.again());
  // The strategy stands among the parameters, and is none of the plugin's.
  const input = inputOf(reading, shell, join.replaced(omitted(join.whole(), ['params'])));
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

/** What a paired JOIN has below it, between the branches and its call. */
function innerGroup(
  reading: Reading,
  shell: Shell,
  children: readonly Piece[],
): JsonObject & { readonly id: string } {
  const id = reading.ids.mint(`${shell.id}-children`, 'group');
  return { id, ...sequenceBody(children), source: { olo: { of: 'JOIN' } } };
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
  return inTheirOrder({
    ...rest,
    id: textAt(rest, 'id') ?? parts.id,
    type: 'JOIN',
    ...present({ displayName: name }),
    ...(call === null ? {} : callToTheirs(writing, call, parts.seconds)),
    ...filled({
      params: { ...objectAt(kept, 'params'), ...present({ mergeStrategy: word }) },
      children: [...parts.children, ...listAt(kept, 'ignored')],
    }),
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
    ...filled({ inputMappings: mappings }),
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
  group: NodeOf<'GROUP'>,
  branches: number,
  calls: boolean,
): string | null {
  const kept = joinOf(group);
  const strategy = textAt(kept, 'mergeStrategy');
  if (kept !== undefined && strategy === undefined && isPlain(group)) return null;
  if (strategy !== undefined && saysTheSame(strategy, group, branches, calls)) return strategy;
  return kept === undefined && isPlain(group) && !calls ? null : ours(writing, group, branches, calls);
}

function saysTheSame(strategy: string, group: NodeOf<'GROUP'>, branches: number, calls: boolean): boolean {
  const merge = own(MERGES, strategy)?.(branches);
  const { completion = 'ALL', merge: merging = 'LAST_WINS' } = group.params;
  const { completion: theirs = 'ALL', merge: alike = 'LAST_WINS' } = merge ?? {};
  return completion === theirs && merging === alike && CALLING.has(strategy) === calls;
}

function isPlain(group: NodeOf<'GROUP'>): boolean {
  const { completion = 'ALL', merge = 'LAST_WINS' } = group.params;
  return completion === 'ALL' && merge === 'LAST_WINS';
}

function ours(writing: Writing, group: NodeOf<'GROUP'>, branches: number, calls: boolean): string {
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
