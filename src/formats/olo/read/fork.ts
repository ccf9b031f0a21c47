import type { Json, JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { nameParams } from './defaults';
import { inputOf, outputOf } from './mappings';
import { CALLING, MERGES } from './merges';
import { type Piece, sequenceBody, single } from './piece';
import { leafOf, type Reading, type Shell, shellOf, sourceOf } from './reading';

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
