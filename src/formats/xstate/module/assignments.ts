import type { ModuleText } from './moduleText';
import { calledName, childrenOf, givenBy, isFunction, part, parts, type Syntax } from './syntax';

/** What an `assign(…)` gives one member of the context. */
export interface Assignment {
  readonly key: string;
  readonly value: Syntax;
  /** The function that gives all members at once; null where each has its own value, or a function of its own. */
  readonly given: Syntax | null;
}

/** Every assignment of a module that is written out; what is not is a named implementation, and told as such. */
export function assignmentsIn(module: ModuleText): readonly Assignment[] {
  const found: Assignment[] = [];
  const todo: Syntax[] = [module.program];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (calledName(node) === 'assign') found.push(...assignedBy(module, parts(node, 'arguments')[0]));
    todo.push(...childrenOf(node));
  }
  return found;
}

function assignedBy(module: ModuleText, argument: Syntax | undefined): readonly Assignment[] {
  const resolved = argument === undefined ? null : module.resolve(argument);
  const given = resolved !== null && isFunction(resolved) ? resolved : null;
  const object = given === null ? resolved : givenBy(given);
  if (object?.type !== 'ObjectExpression') return [];
  return module.propertiesOf(object).flatMap((property) => {
    const key = property.type === 'Property' ? module.keyOf(property) : null;
    const value = part(property, 'value');
    return key === null || value === null ? [] : [{ key, value, given }];
  });
}
