import { type Diagnostic, isJsonObject, type Json, problem, type Where } from '#base';
import { whereIs } from './where';

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
