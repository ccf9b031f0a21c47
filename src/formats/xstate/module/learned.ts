import { own } from '#base';
import type { Reader } from './calls';
import { calledName, constant, part, parts, type Syntax, word } from './syntax';
import {
  type Facts,
  factsOfEquality,
  factsOfTruth,
  factsOfTypes,
  NO_FACTS,
  NULLISH,
  OBJECTS,
  TYPES,
  type Value,
  withFacts,
} from './value';

/** Whether a comparison is strict, and whether it asks for equality. */
export const EQUALITIES: Readonly<Record<string, readonly [isStrict: boolean, isEqual: boolean]>> = {
  '===': [true, true],
  '!==': [true, false],
  '==': [false, true],
  '!=': [false, false],
};

const TYPE_NAMES: Readonly<Record<string, number>> = {
  string: TYPES.text,
  number: TYPES.number,
  boolean: TYPES.boolean,
  object: TYPES.null | OBJECTS,
};

/** What a condition that holds, or does not, says of the places that it looks at. */
export function learned(reader: Reader, node: Syntax | null, holds: boolean, facts: Facts): Facts {
  if (node === null) return NO_FACTS;
  const before = reader.reason;
  const found = learnedOf(reader, node, holds, facts);
  reader.reason = before;
  return found;
}

function learnedOf(reader: Reader, node: Syntax, holds: boolean, facts: Facts): Facts {
  const operator = word(node, 'operator');
  const [left, right] = [part(node, 'left'), part(node, 'right')];
  if (node.type === 'UnaryExpression')
    return operator === '!' ? learned(reader, part(node, 'argument'), !holds, facts) : NO_FACTS;
  if (node.type === 'LogicalExpression') {
    if ((operator === '&&') !== holds || operator === '??') return NO_FACTS;
    const first = learned(reader, left, holds, facts);
    return withFacts(first, learned(reader, right, holds, withFacts(facts, first)));
  }
  if (node.type === 'BinaryExpression') return learnedOfComparison(reader, node, holds, facts);
  if (node.type === 'CallExpression') return learnedOfCall(reader, node, holds, facts);
  const value = reader.value(node, facts);
  return value === null ? NO_FACTS : factsOfTruth(value, holds);
}

function learnedOfComparison(reader: Reader, node: Syntax, holds: boolean, facts: Facts): Facts {
  const equality = own(EQUALITIES, word(node, 'operator'));
  if (equality === undefined) return NO_FACTS;
  const [left, right] = [part(node, 'left'), part(node, 'right')];
  const isEqual = equality[1] === holds;
  const asked = typeAsked(left, right) ?? typeAsked(right, left);
  if (asked !== null) {
    const value = reader.value(asked.of, facts);
    const types = own(TYPE_NAMES, asked.name);
    return value === null || types === undefined || !isEqual ? NO_FACTS : factsOfTypes(value, types);
  }
  const [one, other] = [reader.value(left, facts), reader.value(right, facts)];
  if (one === null || other === null) return NO_FACTS;
  const type = isEqual ? typeOfEvent(one, other) : null;
  if (type !== null) return new Map([[`${TYPE_ASKED}${type}`, ~0]]);
  if (equality[0])
    return withFacts(factsOfEquality(one, other, isEqual), factsOfEquality(other, one, isEqual));
  const [value, nothing] = one.constant === undefined ? [one, other] : [other, one];
  const isNothing = nothing.constant !== undefined && (nothing.constant.value ?? null) === null;
  return isNothing ? factsOfTypes(value, isEqual ? NULLISH : ~NULLISH) : NO_FACTS;
}

/** Before the type of the event, where a condition has found that out. */
export const TYPE_ASKED = 'event.type=';

/** `event.type === "GO"`. */
function typeOfEvent(...sides: readonly Value[]): string | null {
  const type = sides.find(({ constant: one }) => one !== undefined)?.constant?.value;
  return sides.some(({ cel }) => cel === 'event.type') && typeof type === 'string' ? type : null;
}

function learnedOfCall(reader: Reader, node: Syntax, holds: boolean, facts: Facts): Facts {
  const [argument] = parts(node, 'arguments');
  const name = calledName(node);
  if (argument === undefined) return NO_FACTS;
  if (name === 'Boolean') return learned(reader, argument, holds, facts);
  const value = name === 'isArray' && holds ? reader.value(argument, facts) : null;
  return value === null ? NO_FACTS : factsOfTypes(value, TYPES.list);
}

/** `typeof value` beside a text. */
export function typeAsked(
  asking: Syntax | null,
  named: Syntax | null,
): { readonly of: Syntax; readonly name: string } | null {
  if (asking?.type !== 'UnaryExpression' || word(asking, 'operator') !== 'typeof' || named === null)
    return null;
  const of = part(asking, 'argument');
  const name = constant(named);
  return of === null || typeof name !== 'string' ? null : { of, name };
}
