import type { ModuleText } from './moduleText';
import { givenBy, isFunction, part, type Syntax, word } from './syntax';

/**
 * The members that a machine's context begins with: of an object, or of what a function gives.
 *
 * @returns null where they are not written out
 */
export function contextMembers(
  module: ModuleText,
  config: Syntax,
): readonly (readonly [key: string, value: Syntax])[] | null {
  const context = module.memberOf(module.resolve(config), 'context');
  if (context === null) return [];
  const resolved = module.resolve(context);
  const object = isFunction(resolved) ? givenBy(resolved) : resolved;
  if (object?.type !== 'ObjectExpression') return null;
  const members = module.propertiesOf(object).map((property) => {
    const key = property.type === 'Property' ? module.keyOf(property) : null;
    const value = part(property, 'value');
    return key === null || value === null ? null : ([key, value] as const);
  });
  return members.every((member) => member !== null) ? members : null;
}

/** Whether it is read from the input: a path that begins there, wherever in the expression. */
export function isInput(node: Syntax): boolean {
  if (node.type === 'Identifier') return word(node, 'name') === 'input';
  return ['object', 'left', 'right'].some((key) => {
    const inner = part(node, key);
    return inner !== null && isInput(inner);
  });
}
