import { isJsonObject, type Json, type JsonObject } from '#base';
import { listAt, objectAt, textAt } from '../../common/fields';

/** What a look over a whole tree tells before its nodes are read. */
export interface TreeNames {
  /** Names of items and of their numbers. */
  readonly items: ReadonlySet<string>;
  /** Those of them that are read or written where they are no item, or that are written at all. */
  readonly itemsUsedElsewhere: ReadonlySet<string>;
  /** Variables that a TRY_CATCH writes the message of an error to. */
  readonly errors: ReadonlySet<string>;
}

/** Looks over an execution tree; what is misshapen in it is left to the reading of its nodes. */
export function namesIn(tree: Json): TreeNames {
  const items = new Set<string>();
  const itemsUsedElsewhere = new Set<string>();
  const errors = new Set<string>();
  const used: (readonly [name: string, bound: ReadonlySet<string>, isWritten: boolean])[] = [];
  const visit = (node: Json, bound: ReadonlySet<string>): void => {
    if (!isJsonObject(node)) return;
    const params = objectAt(node, 'params');
    const own = [textAt(params, 'itemVariable'), textAt(params, 'indexVariable')].filter(
      (name) => name !== undefined,
    );
    for (const [name, isWritten] of referencesOf(node)) used.push([name, bound, isWritten]);
    const error = textAt(params, 'errorVariable');
    if (node.type === 'TRY_CATCH' && error !== undefined) errors.add(error);
    const isIterator = node.type === 'ITERATOR';
    if (isIterator) for (const name of own) items.add(name);
    const inside = isIterator && own.length > 0 ? new Set([...bound, ...own]) : bound;
    for (const child of listAt(node, 'children')) visit(child, inside);
  };
  visit(tree, new Set());
  for (const [name, bound, isWritten] of used) {
    if (items.has(name) && (isWritten || !bound.has(name))) itemsUsedElsewhere.add(name);
  }
  return { items, itemsUsedElsewhere, errors };
}

const WRITTEN: ReadonlySet<string> = new Set(['outputVariable', 'resultVariable', 'errorVariable']);

/** The variables that a node names, and whether it writes them; items of an iterator are not among them. */
function referencesOf(node: JsonObject): readonly (readonly [name: string, isWritten: boolean])[] {
  const params = objectAt(node, 'params') ?? {};
  const fromParams = Object.entries(params).flatMap(([key, value]) => {
    if (typeof value !== 'string' || !key.endsWith('Variable')) return [];
    return key === 'itemVariable' || key === 'indexVariable' ? [] : [[value, WRITTEN.has(key)] as const];
  });
  return [...fromParams, ...mapped(node, 'inputMappings', false), ...mapped(node, 'outputMappings', true)];
}

function mapped(
  node: JsonObject,
  key: string,
  isWritten: boolean,
): readonly (readonly [name: string, isWritten: boolean])[] {
  const names = listAt(node, key).map((entry) =>
    isJsonObject(entry) ? textAt(entry, 'variable') : undefined,
  );
  return names.flatMap((name) => (name === undefined ? [] : [[name, isWritten] as const]));
}
