import type { Json } from '#base';
import { celLiteral } from '../dialect';
import type { Facts } from './narrowing';
import { constantValue } from './operators';
import type { Reader } from './reader';
import { constant, cooked, part, parts, type Syntax } from './syntax';
import { held, isOnly, may, NULLISH, RANK, TYPES, type Value } from './value';

/** A template literal, made of texts and of what JavaScript writes as CEL does. */
export function templateOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
  const fixed = constant(node);
  if (fixed !== undefined) return constantValue(fixed);
  const pieces = [JSON.stringify(cooked(node, 0))];
  let throws = false;
  for (const [index, expression] of parts(node, 'expressions').entries()) {
    const value = reader.value(expression, facts);
    if (value === null) return null;
    const isText = isOnly(value, TYPES.text);
    if (!isText && (value.isWild || !(isOnly(value, TYPES.number) || isOnly(value, TYPES.boolean))))
      return reader.refuse(
        'what a text is made of is converted, and nothing here says that it is a text or a number',
      );
    throws ||= value.throws;
    pieces.push(isText ? held(value, RANK.sum) : `string(${value.cel})`);
    const text = cooked(node, index + 1);
    if (text !== '') pieces.push(JSON.stringify(text));
  }
  return { cel: pieces.join(' + '), rank: RANK.sum, types: TYPES.text, throws };
}

/** `[...list, item]` is the one list behind the other. */
export function listOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
  const items = parts(node, 'elements');
  const isPlain = items.every(({ type }) => type !== 'SpreadElement');
  const pieces = items.map((item) => itemOf(reader, item, facts));
  if (!pieces.every((piece) => piece !== null)) return null;
  const texts = pieces.map(({ value, isSpread }) =>
    isSpread ? held(value, RANK.sum) : isPlain ? value.cel : `[${value.cel}]`,
  );
  const isHollow = pieces.some(({ value, isSpread }) =>
    may(value, isSpread ? TYPES.hollow : TYPES.undefined | TYPES.hollow),
  );
  return {
    cel: isPlain ? `[${texts.join(', ')}]` : texts.join(' + '),
    rank: isPlain || pieces.length < 2 ? RANK.atom : RANK.sum,
    types: TYPES.list | (isHollow ? TYPES.hollow : 0),
    throws: pieces.some(({ value, isSpread }) => value.throws || (isSpread && may(value, NULLISH))),
    ...(isPlain ? constantOf(pieces.map(({ value }) => value)) : {}),
  };
}

/** A list of constants is one. */
function constantOf(items: readonly Value[]): Pick<Value, 'constant'> {
  const values = items.map(({ constant: fixed }) => fixed?.value);
  return values.every((value) => value !== undefined) ? { constant: { value: values } } : {};
}

function itemOf(reader: Reader, item: Syntax, facts: Facts): { value: Value; isSpread: boolean } | null {
  const isSpread = item.type === 'SpreadElement';
  const value = reader.value(isSpread ? part(item, 'argument') : item, facts);
  if (value === null) return null;
  if (isSpread && !isOnly(value, TYPES.list | TYPES.null))
    return reader.refuse('nothing here says that it is a list');
  return value.isWild ? reader.refuse('its number may be NaN') : { value, isSpread };
}

export function mapOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
  const members: string[] = [];
  const constants: (readonly [string, Json])[] = [];
  let [types, throws]: [number, boolean] = [TYPES.map, false];
  for (const property of parts(node, 'properties')) {
    const key = property.type === 'Property' ? reader.setting.module.keyOf(property) : null;
    const value =
      key === null
        ? reader.refuse('its members are not written out')
        : reader.value(part(property, 'value'), facts);
    if (key === null || value === null) return null;
    if (value.isWild) return reader.refuse('its number may be NaN');
    throws ||= value.throws;
    if (value.constant?.value !== undefined) constants.push([key, value.constant.value]);
    if (may(value, TYPES.undefined | TYPES.hollow)) types |= TYPES.hollow;
    members.push(`${celLiteral(key)}: ${value.cel}`);
  }
  const cel = `{${members.join(', ')}}`;
  const isConstant = constants.length === members.length;
  return {
    cel,
    rank: RANK.atom,
    types,
    throws,
    ...(isConstant ? { constant: { value: Object.fromEntries(constants) } } : {}),
  };
}
