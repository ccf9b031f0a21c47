import { isReservedName } from '#plan';
import { constantValue } from './operators';
import { ANYTHING, isOnly, may, NULLISH, type Path, RANK, type Refuse, TYPES, type Value } from './value';

const PROTOTYPES = [
  [ANYTHING & ~NULLISH, Object.prototype],
  [TYPES.text, String.prototype],
  [TYPES.list, Array.prototype],
  [TYPES.number, Number.prototype],
] as const;

/** A place, as far as it is there: what is absent reads null. */
export function placed(path: Path, types: number, throws: boolean): Value {
  const isThere = (types & TYPES.undefined) === 0;
  if (isThere || path.maybe === null) {
    const rank = path.before === '' ? RANK.atom : RANK.choice;
    const text = path.maybe === null || path.before === '' ? path.plain : `${path.maybe}.orValue(null)`;
    return { cel: `${path.before}${text}`, rank, types, throws, path };
  }
  const cel = `${path.before}${path.maybe}.orValue(null)`;
  return { cel, rank: path.before === '' ? RANK.atom : RANK.choice, types, throws, path };
}

/**
 * `owner.key` or `owner?.key`, as JavaScript finds it: of what is neither null nor undefined, and has no such member,
 * it is undefined.
 */
export function memberOf(owner: Value, key: string, isOptional: boolean, refuse: Refuse): Value | null {
  const { path, types } = owner;
  const isInherited = PROTOTYPES.some(([bits, prototype]) => (types & bits) !== 0 && key in prototype);
  if (isInherited) return refuse(`"${key}" is a member that JavaScript gives to values of its own`);
  if (path === undefined) return refuse(`"${key}" is read of something that has no place`);
  if (isOnly(owner, NULLISH) && isOptional)
    return owner.throws ? refuse('it may throw') : constantValue(undefined);
  if (/^\d+$/.test(key)) return itemOf(owner, path, key, refuse);
  const selected = selectorOf(key);
  const isNullish = may(owner, NULLISH);
  const throws = owner.throws || (isNullish && !isOptional);
  const from = !isOptional || path.maybe === null || !may(owner, TYPES.undefined) ? path.plain : path.maybe;
  const mayBeNull = may(owner, TYPES.null) || path.maybe === null;
  const isAsked = isNullish && !isOptional && mayBeNull;
  if (isOptional && path.before !== '') return refuse('it is reached in too many ways');
  const next: Path = {
    key: `${path.key}${selected.plain}`,
    plain: `${path.plain}${selected.plain}`,
    maybe: `${from}${selected.maybe}`,
    before: isAsked ? `${path.plain} == null ? ${path.plain}${selected.plain} : ` : '',
    owners: [...path.owners, path.key],
  };
  const hollow = types & TYPES.hollow;
  const isMap = may(owner, TYPES.map);
  return placed(next, isMap ? ANYTHING | hollow : TYPES.undefined, throws);
}

/** `list[0]`: of a list alone, because texts have characters. */
function itemOf(owner: Value, path: Path, key: string, refuse: Refuse): Value | null {
  if (!isOnly(owner, TYPES.list)) return refuse('nothing here says that it is a list');
  const next: Path = {
    key: `${path.key}[${key}]`,
    plain: `${path.plain}[${key}]`,
    maybe: `${path.plain}[?${key}]`,
    before: '',
    owners: [...path.owners, path.key],
  };
  return placed(next, ANYTHING | (owner.types & TYPES.hollow), owner.throws);
}

/** `value.length`, of lists and texts. */
export function lengthOf(owner: Value, isOptional: boolean, refuse: Refuse): Value | null {
  const isNullish = may(owner, NULLISH);
  if (isOptional && isNullish) return refuse('it may have no length');
  if (!isOnly(owner, NULLISH | TYPES.text | TYPES.list))
    return refuse('nothing here says that it is a list or a text');
  const text = owner.path === undefined || owner.path.before !== '' ? owner.cel : owner.path.plain;
  // JavaScript counts units of UTF-16, CEL characters: the same where it is only asked whether there are any.
  const units = `${owner.rank < RANK.atom && owner.path === undefined ? `(${text})` : text}.split("")`;
  const counted = !may(owner, TYPES.text)
    ? text
    : may(owner, TYPES.list)
      ? `type(${text}) == string ? ${units} : ${text}`
      : units;
  return {
    cel: `size(${counted})`,
    rank: RANK.atom,
    types: TYPES.number,
    throws: owner.throws || isNullish,
    size: `size(${text})`,
  };
}

function selectorOf(key: string): { readonly plain: string; readonly maybe: string } {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !isReservedName(key))
    return { plain: `.${key}`, maybe: `.?${key}` };
  return { plain: `[${JSON.stringify(key)}]`, maybe: `[?${JSON.stringify(key)}]` };
}

/** A member of an event of a user: absent where the event has no data, too. */
export function memberOfEvent(key: string): Value {
  const selected = selectorOf(key);
  const path: Path = {
    key: `event${selected.plain}`,
    plain: `event.data${selected.plain}`,
    maybe: `event.data${selected.maybe}`,
    before: '',
    owners: [],
  };
  return placed(path, ANYTHING, false);
}
