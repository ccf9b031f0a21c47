import { filled, type JsonObject, present } from '#base';
import type { Body, NodeOf } from '#plan';
import { type Fields, listAt, objectAt, textMembersOf } from '../common/fields';
import { below } from '../common/report';
import { withoutCall } from './calls';
import { numberOr } from './loader';
import {
  bodyOf,
  ignored,
  keptParams,
  missing,
  type Piece,
  type Reading,
  type Shell,
  shellOf,
  single,
  sourceOf,
} from './reading';
import { emptyStep, keptOf, leaveOut, nameOf, nodeOf, params, readVariable, type Writing } from './writing';

/**
 * ITERATOR: one round after another, on the variables of the pipeline (merge SHARED). An item is a name of its own here: a
 * variable that is the item and nothing else is no variable any more; one that is used elsewhere too gets a second name.
 */
export function readIterator(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const collection = params.word('collectionVariable');
  const item = params.word('itemVariable');
  const index = params.word('indexVariable');
  const children = fields.objects('children');
  if (collection === undefined || item === undefined || children[0] === undefined) {
    return withoutCall(reading, shell, fields, 'collectionVariable, itemVariable and a child');
  }
  fields.take('params');
  const list = reading.variables.read(collection, params.path);
  const locals = new Map(
    [item, index].flatMap((name) => (name === undefined ? [] : [[name, reading.variables.localFor(name)]])),
  );
  nameLocals(reading, shell, locals);
  const [first] = children;
  const body = reading.variables.within(locals, () => reading.node(first, shell.startToClose));
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('ITERATOR', 'ITERATOR');
  return single({
    ...shell.draft,
    type: 'ITERATOR',
    params: {
      items: `type(dyn(${list})) == list ? dyn(${list}) : []`,
      itemVariable: locals.get(item) ?? item,
      ...(index === undefined ? {} : { indexVariable: locals.get(index) ?? index }),
      concurrency: 1,
      merge: 'SHARED',
    },
    body: bodyOf(body),
    ...sourceOf(reading, shell, fields, {
      ...ignored(reading, shell, children, 1),
      ...renamed(locals),
      ...left,
    }),
  });
}

function nameLocals(
  { report, plan }: Reading,
  { id, path }: Shell,
  locals: ReadonlyMap<string, string>,
): void {
  for (const [name, local] of locals) {
    if (name === local) continue;
    const message = `Inside "${id}" the item "${name}" is called "${local}": a variable "${name}" is used elsewhere too.`;
    const help = 'After the last round that variable keeps its value here; there it keeps the last item.';
    report.warn('ITEM_RENAMED', message, help, below(path, 'params'), { plan, node: id });
  }
}

function renamed(locals: ReadonlyMap<string, string>): JsonObject {
  const others = [...locals].filter(([name, local]) => name !== local).map(([name, local]) => [local, name]);
  return filled({ items: Object.fromEntries(others) });
}

/** RETRY: repeats its body. Their list of messages that may be retried is the opposite of ours of codes that may not. */
export function readRetry(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const children = fields.objects('children');
  if (children[0] === undefined) return withoutCall(reading, shell, fields, 'child');
  fields.take('params');
  const attempts = numberOr(params, 'maxAttempts') ?? 3;
  const interval = numberOr(params, 'initialIntervalMs') ?? 0;
  const coefficient = numberOr(params, 'backoffCoefficient') ?? 2;
  const retryable = params.peek('retryableErrors');
  const never = Array.isArray(retryable) && retryable.length === 0;
  const most = never ? 1 : Math.min(100, Math.max(1, Math.trunc(attempts)));
  const rest = { ...params.leftovers(), ...(most === attempts ? {} : { maxAttempts: attempts }) };
  const left = keptParams(reading, shell, rest);
  reading.report.recognised('RETRY', 'RETRY');
  const body = reading.node(children[0], shell.startToClose);
  return single({
    ...shell.draft,
    type: 'RETRY',
    params: {
      maxAttempts: most,
      initialIntervalMs: Math.max(0, Math.trunc(interval)),
      backoffCoefficient: Math.max(1, coefficient),
    },
    body: bodyOf(body),
    ...sourceOf(reading, shell, fields, { ...ignored(reading, shell, children, 1), ...left }),
  });
}

/** TRY_CATCH: no finally; without a catch the error stays (R12). Its variable holds the message there, the error here. */
export function readTryCatch(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  fields.take('params');
  const variable = params.word('errorVariable');
  const children = fields.objects('children');
  if (children.length === 0) missing(reading, shell, 'children');
  const [attempt, rescue] = children.map((child) => reading.node(child, shell.startToClose));
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('TRY_CATCH', 'TRY_CATCH');
  return single({
    ...shell.draft,
    type: 'TRY_CATCH',
    ...(variable === undefined
      ? {}
      : { params: { errorVariable: reading.variables.write(variable, params.path) } }),
    try: bodyOf(attempt ?? null),
    ...(rescue === undefined ? {} : { catch: bodyOf(rescue) }),
    ...sourceOf(reading, shell, fields, { ...ignored(reading, shell, children, 2), ...left }),
  });
}

export function writeIterator(
  writing: Writing,
  node: NodeOf<'ITERATOR'>,
  body: (locals: ReadonlyMap<string, string>) => readonly JsonObject[],
): JsonObject {
  const { items, itemVariable, indexVariable, concurrency = 1, merge, collectInto } = node.params;
  const list = /^type\(dyn\((.*?)\)\) == list \? dyn\(\1\) : \[\]$/s.exec(items)?.[1] ?? items;
  const collection = readVariable(list);
  if (collection === undefined)
    leaveOut(
      writing,
      node.id,
      `The items of "${node.id}" are computed; theirs are a variable.`,
      'Compute them into a variable before.',
      '/params/items',
    );
  if (concurrency > 1 || merge !== 'SHARED' || collectInto !== undefined)
    leaveOut(
      writing,
      node.id,
      `Rounds of "${node.id}" run one by one there, on the variables of the pipeline.`,
      'Use merge SHARED for the same here.',
      '/params',
    );
  const renamed = textMembersOf(objectAt(keptOf(node), 'items'));
  const named = (local: string | undefined): string | undefined =>
    local === undefined ? undefined : (renamed.get(local) ?? local);
  const index = named(indexVariable);
  return nodeOf(writing, node, 'ITERATOR', {
    params: {
      ...(collection === undefined ? {} : { collectionVariable: nameOf(writing, collection) }),
      itemVariable: named(itemVariable) ?? 'item',
      ...present({ indexVariable: index }),
    },
    children: body(renamed),
  });
}

export function writeRetry(
  writing: Writing,
  node: NodeOf<'RETRY'>,
  children: readonly JsonObject[],
): JsonObject {
  const {
    maxAttempts,
    initialIntervalMs = 1_000,
    backoffCoefficient = 2,
    maxIntervalMs,
    jitter,
    nonRetryable,
  } = node.params;
  if (maxIntervalMs !== undefined || jitter !== undefined || nonRetryable !== undefined)
    leaveOut(
      writing,
      node.id,
      `The longest wait, jitter and codes of "${node.id}" are left out.`,
      'Theirs lists what is retried.',
      '/params',
    );
  const kept = objectAt(keptOf(node), 'params');
  const never = listAt(kept, 'retryableErrors').length === 0 && kept?.retryableErrors !== undefined;
  const attempts = never && maxAttempts === 1 ? kept?.maxAttempts : maxAttempts;
  return nodeOf(writing, node, 'RETRY', {
    params: params(node, { maxAttempts: attempts, initialIntervalMs, backoffCoefficient }),
    children,
  });
}

/** TRY_CATCH: two children, the second of which may be missing. */
export function writeTryCatch(
  writing: Writing,
  node: NodeOf<'TRY_CATCH'>,
  body: (body: Body, name: string) => readonly JsonObject[],
): JsonObject {
  if (node.finally !== undefined)
    leaveOut(
      writing,
      node.id,
      `What "${node.id}" does finally is left out: theirs has no finally.`,
      'Put it after the node.',
      '/finally',
    );
  const variable = node.params?.errorVariable;
  const attempt = body(node.try, `${node.id}-try`);
  const rescue = node.catch === undefined ? [] : body(node.catch, `${node.id}-catch`);
  const isSilent = node.catch !== undefined && rescue.length === 0;
  const catches = isSilent ? [emptyStep(`${node.id}-catch`)] : rescue;
  const first = attempt.length === 0 && catches.length > 0 ? [emptyStep(`${node.id}-try`)] : attempt;
  return nodeOf(writing, node, 'TRY_CATCH', {
    params: variable === undefined ? {} : { errorVariable: nameOf(writing, variable) },
    children: [...first, ...catches],
  });
}
