import { type Diagnostic, isJsonObject, type Json, problem, type Where } from '#base';
import { whereIs } from './where';

/**
 * Finds keys named `__proto__` (case C1). JSON.parse makes them own keys, and the schema library drops them
 * without a word; so they are looked for before it sees the value.
 */
export function forbiddenKeys(root: Json, around: Where = {}): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  visit(root, [], (path) => found.push(forbidden(whereIs(root, path, around))));
  return found;
}

function visit(
  value: Json,
  path: readonly (string | number)[],
  report: (path: readonly (string | number)[]) => void,
) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, [...path, index], report);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (key === '__proto__') report([...path, key]);
      else visit(value[key] ?? null, [...path, key], report);
    }
  }
}

function forbidden(where: Where): Diagnostic {
  return problem('FORBIDDEN_KEY', 'A key is named "__proto__".', 'Give it another name.', where);
}
