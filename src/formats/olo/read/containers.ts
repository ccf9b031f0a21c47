import type { JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { withoutCall } from '../calls';
import { nameParams, numberOr } from '../defaults';
import {
  bodyOf,
  ignored,
  missing,
  type Piece,
  type Reading,
  type Shell,
  shellOf,
  single,
  sourceOf,
} from '../reading';

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
  const left = params.leftovers();
  nameParams(reading, shell, left);
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
      ...(Object.keys(left).length === 0 ? {} : { params: left }),
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
  return others.length === 0 ? {} : { items: Object.fromEntries(others) };
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
  const left = { ...params.leftovers(), ...(most === attempts ? {} : { maxAttempts: attempts }) };
  nameParams(reading, shell, left);
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
    ...sourceOf(reading, shell, fields, {
      ...ignored(reading, shell, children, 1),
      ...(Object.keys(left).length === 0 ? {} : { params: left }),
    }),
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
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.report.recognised('TRY_CATCH', 'TRY_CATCH');
  return single({
    ...shell.draft,
    type: 'TRY_CATCH',
    ...(variable === undefined
      ? {}
      : { params: { errorVariable: reading.variables.write(variable, params.path) } }),
    try: bodyOf(attempt ?? null),
    ...(rescue === undefined ? {} : { catch: bodyOf(rescue) }),
    ...sourceOf(reading, shell, fields, {
      ...ignored(reading, shell, children, 2),
      ...(Object.keys(left).length === 0 ? {} : { params: left }),
    }),
  });
}
