import { type Json, own } from '#base';
import { celLiteral } from '../dialect';
import { constantValue, isList, isNumber } from './operators';
import { placed, type Setting } from './setting';
import {
  calledName,
  flag,
  givenBy,
  isFunction,
  isOptionalChain,
  part,
  parts,
  type Syntax,
  word,
} from './syntax';
import {
  ANYTHING,
  type Bound,
  condition,
  type Facts,
  held,
  isOnly,
  may,
  NULLISH,
  present,
  RANK,
  type Refuse,
  TYPES,
  type Value,
} from './value';

/** `receiver.method(argument)`, of the methods of texts and lists that CEL has with the same meaning. */
function called(
  receiver: Value,
  method: string,
  argument: Value | null,
  isOptional: boolean,
  refuse: Refuse,
): Value | null {
  if (isOptional && may(receiver, NULLISH)) {
    if (isOnly(receiver, NULLISH)) return receiver.throws ? refuse('it may throw') : constantValue(undefined);
    const found = called({ ...receiver, types: receiver.types & ~NULLISH }, method, argument, false, refuse);
    if (found === null) return null;
    return {
      cel: `${held(receiver, RANK.sum)} == null ? null : ${held(found, RANK.or)}`,
      rank: RANK.choice,
      types: found.types | TYPES.undefined,
      throws: receiver.throws || found.throws,
    };
  }
  if (receiver.path !== undefined && receiver.path.before !== '')
    return refuse('it is reached in too many ways');
  if (method === 'includes') return included(receiver, argument, refuse);
  if (!may(receiver, TYPES.text)) return refuse(`"${method}" is called on something that is not text`);
  const throws = receiver.throws || !isOnly(receiver, TYPES.text);
  if (method === 'trim' && argument === null)
    return { cel: `${present(receiver)}.trim()`, rank: RANK.atom, types: TYPES.text, throws };
  const text = argument?.constant?.value;
  if ((method !== 'startsWith' && method !== 'endsWith') || typeof text !== 'string')
    return refuse(`"${method}" has no counterpart in CEL`);
  return condition(`${present(receiver)}.${method}(${celLiteral(text)})`, RANK.atom, throws);
}

/** `list.concat(list)`, `list.concat(item)`: which of them it is has to be certain. */
function concatenated(list: Value, more: Value, refuse: Refuse): Value | null {
  const isItems = isOnly(more, TYPES.list);
  if (!isItems && may(more, TYPES.list)) return refuse('what is added may be a list or an item');
  if (more.isWild) return refuse('its number may be NaN');
  const hollow =
    may(list, TYPES.hollow) || may(more, isItems ? TYPES.hollow : TYPES.undefined | TYPES.hollow);
  return {
    cel: `${held(list, RANK.sum)} + ${isItems ? held(more, RANK.product) : `[${more.cel}]`}`,
    rank: RANK.sum,
    types: TYPES.list | (hollow ? TYPES.hollow : 0),
    throws: list.throws || more.throws,
  };
}

function included(receiver: Value, argument: Value | null, refuse: Refuse): Value | null {
  const item = argument?.constant;
  if (item === undefined && receiver.constant !== undefined && argument !== null)
    return amongConstants(receiver.constant.value, argument, refuse);
  const value = item?.value;
  const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isWord) return refuse('"includes" is asked for what is not written out');
  const owner = present(receiver);
  const among = `${celLiteral(value)} in ${owner}`;
  if (isOnly(receiver, TYPES.list | NULLISH))
    return condition(among, RANK.relation, receiver.throws || may(receiver, NULLISH));
  if (typeof value !== 'string') return refuse('"includes" is asked of what may be no list');
  // It fails for all that is no text.
  const inText = `${owner}.contains(${celLiteral(value)})`;
  const throws = receiver.throws || !isOnly(receiver, TYPES.text);
  if (!may(receiver, TYPES.list)) return condition(inText, RANK.atom, throws);
  return condition(
    `type(${owner}) == list ? ${among} : ${inText}`,
    RANK.choice,
    throws || !isOnly(receiver, TYPES.text | TYPES.list),
  );
}

/** `["a", "b"].includes(value)`. */
function amongConstants(list: Json | undefined, value: Value, refuse: Refuse): Value | null {
  const items: readonly Json[] = Array.isArray(list) ? list : [];
  const isWords = items.every(
    (item) => typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean',
  );
  if (!Array.isArray(list) || !isWords || value.isWild)
    return refuse('it is not a list of words and numbers');
  return condition(`${held(value, RANK.sum)} in ${celLiteral(list)}`, RANK.relation, value.throws);
}

/** A call of a function, or of a method, that CEL has a word for. */
export function callOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
  const literal = reader.setting.module.literal(node);
  if (literal !== undefined) return constantValue(literal);
  const callee = part(node, 'callee');
  const [first, ...others] = parts(node, 'arguments');
  const name = calledName(node) ?? '';
  if (others.length > 0 || callee === null) return reader.refuse(`"${name}" is called`);
  if (callee.type === 'Identifier') {
    if (name !== 'Boolean' || first === undefined) return reader.refuse(`"${name}" is called`);
    return reader.condition(first, facts);
  }
  if (own(OVER_ITEMS, name) !== undefined && first !== undefined && isFunction(first))
    return overItems(reader, node, first, facts);
  const argument = first === undefined ? null : reader.value(first, facts);
  return first !== undefined && argument === null ? null : methodOf(reader, node, callee, argument, facts);
}

function methodOf(
  reader: Reader,
  node: Syntax,
  callee: Syntax,
  argument: Value | null,
  facts: Facts,
): Value | null {
  const name = calledName(node) ?? '';
  const object = part(callee, 'object');
  const owner = object?.type === 'Identifier' && reader.root(object) === null ? word(object, 'name') : '';
  if (owner === 'Array' || owner === 'Number') return askedOf(owner, name, argument, reader.refuse);
  const receiver = reader.value(object, facts);
  if (receiver === null) return null;
  const isOptional = flag(callee, 'optional');
  if (flag(node, 'optional') || (!isOptional && isOptionalChain(callee) && may(receiver, NULLISH)))
    return reader.refuse('it is reached in too many ways');
  if (name === 'concat' && argument !== null && isOnly(receiver, TYPES.list))
    return concatenated(receiver, argument, reader.refuse);
  return called(receiver, name, argument, isOptional, reader.refuse);
}

/** What CEL calls the functions that ask a function of each item. */
const OVER_ITEMS: Readonly<Record<string, string>> = {
  some: 'exists',
  every: 'all',
  filter: 'filter',
  map: 'map',
};

/** `list.some((item) => …)` and its like, of functions of the item alone. */
function overItems(reader: Reader, node: Syntax, given: Syntax, facts: Facts): Value | null {
  const callee = part(node, 'callee');
  const method = calledName(node) ?? '';
  const list = callee === null ? null : reader.value(part(callee, 'object'), facts);
  const [parameter, ...others] = parts(given, 'params');
  if (callee === null || list === null) return null;
  if (flag(node, 'optional') || isOptionalChain(node)) return reader.refuse('it is reached in too many ways');
  if (!isOnly(list, TYPES.list)) return reader.refuse('nothing here says that it is a list');
  if (parameter?.type !== 'Identifier' || others.length > 0)
    return reader.refuse('its function takes more than an item');
  const name = reader.freeName(word(parameter, 'name'));
  const item = itemOf(list, name);
  const body = givenBy(given);
  const isAsked = method !== 'map';
  const found = reader.with(word(parameter, 'name'), item, (inner) =>
    isAsked ? inner.condition(body, facts) : inner.value(body, facts),
  );
  if (found === null) return reader.refuse('it is more than one expression');
  // CEL stops at what decides, and passes over what fails before it.
  if (found.throws && (method === 'some' || method === 'every')) return reader.refuse('it may throw');
  if (found.isWild) return reader.refuse('its number may be NaN');
  const cel = `${present(list)}.${OVER_ITEMS[method]}(${name}, ${found.cel})`;
  const throws = list.throws || found.throws;
  if (method === 'some' || method === 'every') return condition(cel, RANK.atom, throws);
  const isHollow = isAsked ? may(list, TYPES.hollow) : may(found, TYPES.undefined | TYPES.hollow);
  return { cel, rank: RANK.atom, types: TYPES.list | (isHollow ? TYPES.hollow : 0), throws };
}

/** An item of a list of JSON is never undefined, but where an assignment of ours has left null for it. */
function itemOf(list: Value, name: string): Value {
  const key = list.path === undefined ? name : `${list.path.key}[]`;
  const path = { key, plain: name, maybe: null, before: '', owners: [] };
  const types = may(list, TYPES.hollow) ? ANYTHING | TYPES.hollow : ANYTHING & ~TYPES.undefined;
  return placed(path, types, false);
}

/** `Array.isArray(value)`, `Number.isFinite(value)`. */
function askedOf(owner: string, name: string, value: Value | null, refuse: Refuse): Value | null {
  const isPlain = value !== null && value.constant === undefined && value.size === undefined;
  if (isPlain && name === 'isArray') return isList(value);
  if (isPlain && name === 'isFinite' && !value.isWild) return isNumber(value);
  return refuse(`"${owner}.${name}" has no counterpart in CEL`);
}

/** What reads the parts of an expression. */
export interface Reader {
  readonly setting: Setting;
  readonly refuse: Refuse;
  reason: string | null;
  value(node: Syntax | null, facts?: Facts): Value | null;
  condition(node: Syntax | null, facts?: Facts): Value | null;
  /** A name for the items of a list that hides nothing: no variable, no other item, and no word of conditions. */
  freeName(wanted: string): string;
  /** Reads with one more name. */
  with(name: string, bound: Value, read: (inner: Reader) => Value | null): Value | null;
  /** What the name at the beginning of a path is bound to; null where it is no name of a parameter. */
  root(node: Syntax): Bound | null;
}
