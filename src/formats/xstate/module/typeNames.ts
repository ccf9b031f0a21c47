import { constantValue, same } from './operators';
import {
  condition,
  held,
  isTold,
  may,
  mayBeInt,
  NULLISH,
  RANK,
  type Refuse,
  TYPES,
  type Value,
} from './value';

const NAMES: Readonly<Record<string, readonly [bits: number, cel: string]>> = {
  string: [TYPES.text, 'string'],
  number: [TYPES.number, 'double'],
  boolean: [TYPES.boolean, 'bool'],
};

/** `typeof value === name`. */
export function isOfType(value: Value, name: string, refuse: Refuse): Value | null {
  if (value.constant !== undefined || value.size !== undefined || value.isWild)
    return refuse('its type is asked for');
  if (name === 'undefined') return same(value, constantValue(undefined), refuse);
  if (name === 'object') return isObject(value, refuse);
  const [bits, type] = NAMES[name] ?? [0, ''];
  if (!may(value, bits)) return value.throws ? refuse('its type is asked for') : constantValue(false);
  if (name === 'number') return isNumber(value);
  return condition(
    `type(${value.cel}) == ${type}`,
    RANK.relation,
    value.throws,
    `type(${value.cel}) != ${type}`,
  );
}

function isObject(value: Value, refuse: Refuse): Value | null {
  const { path, throws } = value;
  if (!may(value, TYPES.undefined))
    return condition(`type(${value.cel}) in [list, map, null_type]`, RANK.relation, throws);
  if (!may(value, TYPES.null)) return condition(`type(${value.cel}) in [list, map]`, RANK.relation, throws);
  if (!isTold(value) || path === undefined || path.maybe === null || path.before !== '')
    return refuse('null and undefined would be one');
  return condition(`type(${path.maybe}.orValue("")) in [list, map, null_type]`, RANK.relation, throws);
}

/** `typeof value === "number"`, and `Number.isFinite(value)`: numbers of JSON are. */
export function isNumber({ cel, throws, isInt }: Value): Value {
  if (isInt) return condition(`type(${cel}) in [int, double]`, RANK.relation, throws);
  return condition(`type(${cel}) == double`, RANK.relation, throws, `type(${cel}) != double`);
}

/** `Array.isArray(value)`. */
export function isList(value: Value): Value {
  return condition(`type(${value.cel}) == list`, RANK.relation, value.throws, `type(${value.cel}) != list`);
}

/** `left && right`, `left || right` as conditions: what JavaScript throws at the left is no matter of the right. */
export function both(left: Value, sign: '&&' | '||', right: Value): Value {
  const isAnd = sign === '&&';
  if (left.constant !== undefined) return Boolean(left.constant.value) === isAnd ? right : left;
  const throws = left.throws || right.throws;
  if (left.throws) {
    const [yes, no] = isAnd ? [held(right, RANK.or), 'false'] : ['true', held(right, RANK.or)];
    return condition(`${held(left, RANK.or)} ? ${yes} : ${no}`, RANK.choice, throws);
  }
  const rank = isAnd ? RANK.and : RANK.or;
  return condition(`${held(left, rank)} ${sign} ${held(right, rank)}`, rank, throws);
}

export function chosen(test: Value, yes: Value, no: Value): Value {
  if (test.constant !== undefined) return test.constant.value ? yes : no;
  const isWild = yes.isWild === true || no.isWild === true;
  const isInt = mayBeInt(yes) || mayBeInt(no);
  return {
    cel: `${held(test, RANK.or)} ? ${held(yes, RANK.or)} : ${held(no, RANK.or)}`,
    rank: RANK.choice,
    types: yes.types | no.types,
    throws: test.throws || yes.throws || no.throws,
    ...(isWild && { isWild }),
    ...(isInt && { isInt }),
  };
}

/** `left ?? right`. */
export function otherwise(left: Value, right: Value): Value {
  if (!may(left, NULLISH)) return left;
  if (left.constant !== undefined) return right;
  const types = left.types & ~NULLISH;
  const test = condition(`${held(left, RANK.sum)} != null`, RANK.relation, left.throws);
  const isPlain = left.path !== undefined && !left.throws;
  return chosen(
    test,
    isPlain ? { ...left, cel: left.path.plain, rank: RANK.atom, types } : { ...left, types },
    right,
  );
}
