import type { Json } from '#base';
import { celLiteral } from '../dialect';
import { constantValue, isList, isNumber } from './operators';
import type { Setting } from './setting';
import { calledName, flag, isOptionalChain, part, parts, type Syntax, word } from './syntax';
import {
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

function included(receiver: Value, argument: Value | null, refuse: Refuse): Value | null {
  const item = argument?.constant;
  if (item === undefined && receiver.constant !== undefined && argument !== null)
    return amongConstants(receiver.constant.value, argument, refuse);
  const value = item?.value;
  const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isWord) return refuse('"includes" is asked for what is not written out');
  const owner = present(receiver);
  const among = `${celLiteral(value)} in ${owner}`;
  if (isOnly(receiver, TYPES.list)) return condition(among, RANK.relation, receiver.throws);
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
  const callee = part(node, 'callee');
  const args = parts(node, 'arguments');
  const name = calledName(node) ?? '';
  const [first] = args;
  if (args.length > 1 || callee === null) return reader.refuse(`"${name}" is called`);
  if (callee.type === 'Identifier') {
    if (name !== 'Boolean' || first === undefined) return reader.refuse(`"${name}" is called`);
    return reader.condition(first, facts);
  }
  const object = part(callee, 'object');
  const owner = object?.type === 'Identifier' && reader.root(object) === null ? word(object, 'name') : '';
  const argument = first === undefined ? null : reader.value(first, facts);
  if (first !== undefined && argument === null) return null;
  if (owner === 'Array' || owner === 'Number') return askedOf(owner, name, argument, reader.refuse);
  const receiver = reader.value(object, facts);
  if (receiver === null) return null;
  const isOptional = flag(callee, 'optional');
  if (flag(node, 'optional') || (!isOptional && isOptionalChain(callee) && may(receiver, NULLISH)))
    return reader.refuse('it is reached in too many ways');
  return called(receiver, name, argument, isOptional, reader.refuse);
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
  /** What the name at the beginning of a path is bound to; null where it is no name of a parameter. */
  root(node: Syntax): Bound | null;
}
