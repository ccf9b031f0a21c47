import { memberOf } from './paths';
import { PARAMS, type Setting } from './setting';
import { part, parts, type Syntax, word } from './syntax';
import { type Bound, may, NULLISH, type Value } from './value';

/** Names of the parameters of a function of `({context, event}, params)`; null where they are of another shape. */
export function bindParameters(
  setting: Setting,
  node: Syntax,
  hasParams: boolean,
): ReadonlyMap<string, Bound> | null {
  const names = new Map<string, Bound>();
  const [first, second, ...others] = parts(node, 'params');
  const isBound =
    (first === undefined || bind(setting, names, first, 'args')) &&
    (second === undefined || bind(setting, names, second, hasParams ? PARAMS : 'unknown')) &&
    others.length === 0;
  return isBound ? names : null;
}

/** `(context, event) => …` of XState v4: v5 gives one object, and behind it `params`. */
export function isOfVersion4(node: Syntax): boolean {
  const [, second] = parts(node, 'params');
  return second?.type === 'Identifier' && /^_?(?:event|evt|ev|e)$/i.test(word(second, 'name'));
}

/** `(args)`, `({context, event: e})`, `({context: {count}})`. */
function bind(setting: Setting, names: Map<string, Bound>, pattern: Syntax, to: Bound): boolean {
  if (pattern.type === 'Identifier') {
    names.set(word(pattern, 'name'), to);
    return true;
  }
  if (pattern.type !== 'ObjectPattern') return false;
  return parts(pattern, 'properties').every((property) => {
    const key = property.type === 'Property' ? setting.module.keyOf(property) : null;
    const value = part(property, 'value');
    if (key === null || value === null) return false;
    const member =
      to === 'unknown' ? 'unknown' : typeof to === 'object' ? inside(to, key) : setting.member(to, key);
    return member !== null && bind(setting, names, value, member);
  });
}

/** What is taken apart before it is asked for throws where it is nothing: such a function is not translated. */
function inside(owner: Value, key: string): Value | null {
  return may(owner, NULLISH) ? null : memberOf(owner, key, false, () => null);
}
