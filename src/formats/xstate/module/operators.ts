import type { Json } from '#base';
import { celLiteral } from '../dialect';
import {
  ANYTHING,
  condition,
  held,
  isOnly,
  isTold,
  may,
  mayBeInt,
  NULLISH,
  OBJECTS,
  present,
  RANK,
  type Refuse,
  TYPES,
  typesOf,
  type Value,
} from './value';

const CONFUSED = 'null and undefined would be one here';
const IDENTITY = 'objects are compared by what they are, not by what they hold';
const unknownNumber = (sign: string): string =>
  `"${sign}" converts something that is not a number, and nothing here says that it is one`;

export function constantValue(value: Json | undefined): Value {
  const isSigned = typeof value === 'number' && value < 0;
  return {
    cel: celLiteral(value ?? null),
    rank: isSigned ? RANK.sign : RANK.atom,
    types: typesOf(value),
    throws: false,
    constant: { value },
  };
}

/** Whether two texts of CEL are equal, which has an opposite sign. */
function equality(left: string, right: string, throws: boolean): Value {
  return condition(`${left} == ${right}`, RANK.relation, throws, `${left} != ${right}`);
}

/** JavaScript's truth: null, undefined, false, 0 and "" are false, all else is true. */
export function truthOf(value: Value, refuse: Refuse): Value | null {
  const { cel, constant, size, throws, types } = value;
  if (constant !== undefined) return constantValue(Boolean(constant.value));
  if (isOnly(value, TYPES.boolean)) return value;
  if (size !== undefined) return condition(`${size} > 0`, RANK.relation, throws, `${size} == 0`);
  if (isOnly(value, OBJECTS)) return throws ? refuse('it may throw') : constantValue(true);
  if (value.isWild) return refuse('its number may be NaN');
  if (isOnly(value, NULLISH | TYPES.boolean)) return equality(held(value, RANK.sum), 'true', throws);
  const falsy = [
    [NULLISH, 'null'],
    [TYPES.boolean, 'false'],
    [TYPES.number, '0'],
    [TYPES.text, '""'],
  ] as const;
  const literals = falsy.filter(([bits]) => (types & bits) !== 0).map(([, literal]) => literal);
  if (literals.length < 2) {
    const [only = 'null'] = literals;
    return negation(equality(held(value, RANK.sum), only, throws));
  }
  const isFalsy = `${value.rank < RANK.sum ? `(${cel})` : cel} in [${literals.join(', ')}]`;
  return { cel: `!(${isFalsy})`, rank: RANK.sign, types: TYPES.boolean, throws, negated: isFalsy };
}

export function negation(truth: Value): Value {
  if (truth.constant !== undefined) return constantValue(!truth.constant.value);
  if (truth.negated !== undefined) {
    const rank = truth.rank === RANK.sign ? RANK.relation : truth.rank;
    return condition(truth.negated, rank, truth.throws, truth.cel);
  }
  return condition(`!${held(truth, RANK.atom)}`, RANK.sign, truth.throws, truth.cel);
}

/** `===`. */
export function same(left: Value, right: Value, refuse: Refuse): Value | null {
  if (left.constant !== undefined && right.constant !== undefined) {
    if (may(left, OBJECTS) || may(right, OBJECTS)) return refuse(IDENTITY);
    return constantValue(left.constant.value === right.constant.value);
  }
  if (left.constant !== undefined) return same(right, left, refuse);
  if (right.constant !== undefined) return sameAs(left, right, right.constant.value, refuse);
  return sameOfTwo(left, right, refuse);
}

function sameOfTwo(left: Value, right: Value, refuse: Refuse): Value | null {
  if (left.isWild || right.isWild) return refuse('its number may be NaN');
  const shared = left.types & right.types;
  if ((shared & ANYTHING) === 0)
    return left.throws || right.throws ? refuse('it may throw') : constantValue(false);
  const throws = left.throws || right.throws;
  const [first, second] = [held(left, RANK.sum), held(right, RANK.sum)];
  const equal = `${first} == ${second}`;
  const parts: string[] = [];
  if (isConfused(left, right)) {
    const asked = [left, right].filter((one) => may(one, TYPES.undefined)).map(presence);
    if (asked.includes(null)) return refuse(CONFUSED);
    parts.push(asked.join(' == '));
  }
  parts.push(equal);
  if ((shared & OBJECTS) !== 0) {
    const isOfEvent = [left, right].some(({ path }) => path?.plain.startsWith('event.data'));
    const isOnePlace =
      left.path === undefined || right.path === undefined || left.path.key === right.path.key;
    if (!isOfEvent || isOnePlace) return refuse(IDENTITY);
    parts.push(`!(type(${left.cel}) in [list, map])`);
  }
  if (parts.length === 1) return equality(first, second, throws);
  return throws ? refuse('it may throw') : condition(parts.join(' && '), RANK.and, false);
}

/** CEL's null stands for both: whether the one may be null where the other is undefined. */
function isConfused(left: Value, right: Value): boolean {
  const { undefined: absent, null: empty } = TYPES;
  return (may(left, absent) && may(right, empty)) || (may(left, empty) && may(right, absent));
}

/** CEL that is true where a place is not undefined; null where that cannot be said in few words. */
function presence(value: Value): string | null {
  const { path } = value;
  if (path === undefined || path.maybe === null || path.before !== '' || !isTold(value)) return null;
  return `${path.maybe}.hasValue()`;
}

function sameAs(value: Value, other: Value, constant: Json | undefined, refuse: Refuse): Value | null {
  const { throws, path } = value;
  if (may(other, OBJECTS)) return refuse(IDENTITY);
  if (!may(value, other.types))
    return throws ? refuse('it is compared with what it never is') : constantValue(false);
  const left = held(value, RANK.sum);
  if (constant !== null && constant !== undefined) {
    const size = value.size !== undefined && constant === 0 ? value.size : left;
    return equality(size, other.cel, throws);
  }
  const isOnlyThat = !may(value, constant === null ? TYPES.undefined : TYPES.null);
  if (isOnlyThat) return equality(left, 'null', throws);
  if (!isTold(value) || path === undefined || path.maybe === null) return refuse(CONFUSED);
  const isPlain = path.before === '';
  if (constant === null) {
    const asked = `${path.before}${path.maybe}.orValue("")`;
    return { ...equality(asked, 'null', throws), rank: isPlain ? RANK.relation : RANK.choice };
  }
  const has = `${path.maybe}.hasValue()`;
  const rank = isPlain ? RANK.sign : RANK.choice;
  return condition(`${path.before}!${has}`, rank, throws, `${path.before}${has}`);
}

/** `==`: where nothing is converted. */
export function alike(left: Value, right: Value, refuse: Refuse): Value | null {
  const other = [left, right].find(
    ({ constant }) => constant?.value === null || (constant !== undefined && constant.value === undefined),
  );
  if (other !== undefined) {
    const value = other === left ? right : left;
    if (value.constant !== undefined) return constantValue((value.constant.value ?? null) === null);
    if (!may(value, NULLISH))
      return value.throws ? refuse('it is compared with what it never is') : constantValue(false);
    return equality(held(value, RANK.sum), 'null', value.throws);
  }
  const kinds = (left.types | right.types) & ~NULLISH & ~TYPES.hollow;
  if (kinds !== TYPES.boolean && kinds !== TYPES.number && kinds !== TYPES.text)
    return refuse('"==" converts one of them to the type of the other; "===" does not');
  if (left.isWild || right.isWild) return refuse('its number may be NaN');
  if (left.constant !== undefined && right.constant !== undefined)
    return constantValue(left.constant.value === right.constant.value);
  return equality(held(left, RANK.sum), held(right, RANK.sum), left.throws || right.throws);
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `<` and its like: where both are numbers or both are texts, or one is nothing and the other a constant. */
export function ordered(left: Value, sign: string, right: Value, refuse: Refuse): Value | null {
  if (left.constant !== undefined && right.constant === undefined)
    return ordered(right, MIRRORED[sign] ?? sign, left, refuse);
  const throws = left.throws || right.throws;
  if (isOnly(left, NULLISH) && may(left, TYPES.undefined) && !may(left, TYPES.null))
    return throws ? refuse('it may throw') : constantValue(false);
  const isPlain = [TYPES.number, TYPES.text].some((type) => isOnly(left, type) && isOnly(right, type));
  if (isPlain) {
    const text = emptiness(left, sign, right) ?? held(left, RANK.sum);
    return condition(`${text} ${sign} ${held(right, RANK.sum)}`, RANK.relation, throws);
  }
  const asked = TYPES.undefined | TYPES.number;
  if (right.constant === undefined && isOnly(left, asked) && isOnly(right, asked)) {
    const there = [left, right]
      .filter((one) => may(one, TYPES.undefined))
      .map((one) => `${held(one, RANK.sum)} != null`);
    const rest = `${present(left)} ${sign} ${present(right)}`;
    return throws ? refuse('it may throw') : condition([...there, rest].join(' && '), RANK.and, false);
  }
  const limit = right.constant?.value;
  if (typeof limit !== 'number' || !isOnly(left, NULLISH | TYPES.number)) return refuse(unknownNumber(sign));
  // undefined is never less or more than a number; null counts as 0.
  const isNullOrdered = may(left, TYPES.null) && compared(0, sign, limit);
  const rest = `${present(left)} ${sign} ${right.cel}`;
  if (!isNullOrdered) return condition(`${held(left, RANK.sum)} != null && ${rest}`, RANK.and, throws);
  if (!may(left, TYPES.undefined))
    return condition(`${held(left, RANK.sum)} == null || ${rest}`, RANK.or, throws);
  return refuse(CONFUSED);
}

/** Whether there are any at all is asked of either way to count. */
function emptiness({ size }: Value, sign: string, { constant }: Value): string | undefined {
  const isOfNone = constant?.value === 0 && (sign === '>' || sign === '<=');
  const isOfOne = constant?.value === 1 && (sign === '<' || sign === '>=');
  return isOfNone || isOfOne ? size : undefined;
}

function compared(left: number, sign: string, right: number): boolean {
  if (sign === '<') return left < right;
  if (sign === '<=') return left <= right;
  return sign === '>' ? left > right : left >= right;
}

/** Sums and products of numbers, and texts behind each other. */
export function computed(first: Value, sign: string, second: Value, refuse: Refuse): Value | null {
  const isDivided = sign === '/' || sign === '%';
  const [left, right] = isDivided ? [asNumber(first), asNumber(second)] : [first, second];
  const throws = left.throws || right.throws;
  const rank = sign === '+' || sign === '-' ? RANK.sum : RANK.product;
  // What is on the right of a minus or a division keeps its brackets.
  const cel = `${held(left, rank)} ${sign} ${held(right, rank + 1)}`;
  if (isOnly(left, TYPES.number) && isOnly(right, TYPES.number)) {
    const divisor = right.constant?.value;
    const isWild =
      left.isWild === true ||
      right.isWild === true ||
      (isDivided && (typeof divisor !== 'number' || divisor === 0));
    const isInt = mayBeInt(left) && mayBeInt(right);
    return { cel, rank, types: TYPES.number, throws, ...(isWild && { isWild }), ...(isInt && { isInt }) };
  }
  const isJoined =
    sign === '+' &&
    [left, right].every((one) => isOnly(one, TYPES.text | TYPES.number)) &&
    [left, right].some((one) => isOnly(one, TYPES.text));
  if (
    !isJoined ||
    left.isWild ||
    right.isWild ||
    [left, right].some((one) => may(one, TYPES.text) && may(one, TYPES.number))
  )
    return refuse(unknownNumber(sign));
  return { cel, rank, types: TYPES.text, throws };
}

/** The quotients of CEL's ints are ints, and fail at 0. What is written out stands beside a double. */
function asNumber(value: Value): Value {
  if (value.constant !== undefined || !mayBeInt(value)) return value;
  const { size: _, isInt: __, ...rest } = value;
  return { ...rest, cel: `double(${value.cel})`, rank: RANK.atom };
}

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
  return equality(`type(${value.cel})`, type, value.throws);
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
  return equality(`type(${cel})`, 'double', throws);
}

/** `Array.isArray(value)`. */
export function isList(value: Value): Value {
  return equality(`type(${value.cel})`, 'list', value.throws);
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
