import { isEventType, type Json, own } from '#base';
import { isReservedName } from '#plan';
import { celLiteral } from '../dialect';
import { callOf, type Reader } from './calls';
import { EQUALITIES, learned, TYPE_ASKED, typeAsked } from './learned';
import {
  alike,
  both,
  chosen,
  computed,
  constantValue,
  isOfType,
  negation,
  ordered,
  otherwise,
  same,
  truthOf,
} from './operators';
import { bindParameters, lengthOf, memberOf, ofEvent, placed, type Setting } from './setting';
import { constant, cooked, flag, isNamed, isOptionalChain, part, parts, type Syntax, word } from './syntax';
import {
  ANYTHING,
  type Bound,
  type Facts,
  held,
  isOnly,
  may,
  mayBeInt,
  NO_FACTS,
  NULLISH,
  OBJECTS,
  RANK,
  TYPES,
  type Value,
  withFacts,
} from './value';

const ORDERINGS = new Set(['<', '<=', '>', '>=']);
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);

/**
 * Translates the simple functions of a machine to CEL that says for every event and context what JavaScript says: what
 * is absent is undefined there, `==` converts, `<` converts, texts have members. Nothing is evaluated. What has no CEL
 * of the same meaning gives null, and `reason` says why.
 */
export class Translator implements Reader {
  reason: string | null = null;
  readonly refuse = (reason: string): null => {
    this.reason ??= reason;
    return null;
  };

  private constructor(
    readonly setting: Setting,
    private readonly names: ReadonlyMap<string, Bound>,
  ) {}

  /**
   * For the body of a function; null where its parameters are not of a known shape.
   *
   * @param hasParams whether the second parameter, `params`, has a counterpart: of named guards it has
   */
  static inside(setting: Setting, node: Syntax, hasParams = false): Translator | null {
    const names = bindParameters(setting, node, hasParams);
    return names === null ? null : new Translator(setting, names);
  }

  static outside(setting: Setting): Translator {
    return new Translator(setting, new Map());
  }

  freeName(wanted: string): string {
    const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(wanted) ? wanted : 'item';
    const isItem = [...this.names.values()].some((bound) => typeof bound === 'object' && bound.cel === name);
    const isWord = WORDS.has(name) || isReservedName(name);
    const isTaken = isWord || isItem || this.setting.context.typesOf(name) !== null;
    return isTaken ? this.freeName(`${name}_`) : name;
  }

  with(name: string, bound: Value, read: (inner: Reader) => Value | null): Value | null {
    const inner = new Translator(this.setting, new Map([...this.names, [name, bound]]));
    const value = read(inner);
    this.reason ??= inner.reason;
    return value;
  }

  value(node: Syntax | null, facts: Facts = NO_FACTS): Value | null {
    if (node === null || !this.setting.module.spend()) return null;
    switch (node.type) {
      case 'Identifier':
      case 'MemberExpression':
        return this.read(node, facts);
      case 'Literal':
        return this.literal(node);
      case 'TemplateLiteral':
        return templateOf(this, node, facts);
      case 'UnaryExpression':
        return this.unary(node, facts);
      case 'BinaryExpression':
        return this.binary(node, facts);
      case 'LogicalExpression':
        return this.logical(node, facts);
      case 'ConditionalExpression':
        return this.choice(node, facts);
      case 'CallExpression':
        return callOf(this, node, facts);
      case 'ArrayExpression':
        return listOf(this, node, facts);
      case 'ObjectExpression':
        return mapOf(this, node, facts);
      default:
        return this.refuse('it is more than one expression');
    }
  }

  /** The same as a condition: what JavaScript takes for false is false. */
  condition(node: Syntax | null, facts: Facts = NO_FACTS): Value | null {
    if (node === null) return null;
    const sign = node.type === 'LogicalExpression' ? word(node, 'operator') : '';
    if (sign === '&&' || sign === '||') {
      const [left, right] = [part(node, 'left'), part(node, 'right')];
      const first = this.condition(left, facts);
      const second = this.condition(right, withFacts(facts, learned(this, left, sign === '&&', facts)));
      return first === null || second === null ? null : both(first, sign, second);
    }
    const value = this.value(node, facts);
    return value === null ? null : truthOf(value, this.refuse);
  }

  private literal(node: Syntax): Value | null {
    const value = this.setting.module.literal(node);
    return value === undefined ? this.refuse('it is not written out') : constantValue(value);
  }

  /** A name, or a member of what is read. */
  private read(node: Syntax, facts: Facts): Value | null {
    const found = this.readHere(node, facts);
    const known = found?.path === undefined ? undefined : this.known(found.path.key, facts);
    if (found?.path === undefined || known === undefined) return found;
    const types = found.types & known;
    // Types that contradict what is written say nothing.
    if ((types & ANYTHING) === 0) return found;
    const throws = found.throws && (types & NULLISH) !== 0;
    const path = (types & NULLISH) === 0 ? { ...found.path, before: '' } : found.path;
    return placed(path, types, throws);
  }

  /** What conditions have found out of a place, and what the module's types say of it: a person may send less than they say. */
  private known(key: string, facts: Facts): number | undefined {
    const found = facts.get(key);
    const said = this.said(key, facts);
    if (said === null) return found;
    return (found ?? ~0) & (said | TYPES.undefined | TYPES.hollow);
  }

  /** Of a member of the event, what it is in events of the type that is heard, or has been asked for. */
  private said(key: string, facts: Facts): number | null {
    const { context, eventType } = this.setting;
    const asked = [...facts.keys()].find((fact) => fact.startsWith(TYPE_ASKED))?.slice(TYPE_ASKED.length);
    const type = asked ?? eventType;
    const said = type === null || !key.startsWith('event') ? null : context.saidOf(ofEvent(type, key));
    return said ?? context.saidOf(key);
  }

  private readHere(node: Syntax, facts: Facts): Value | null {
    if (isNamed(node, 'undefined')) return constantValue(undefined);
    const root = this.root(node);
    if (root === null) return this.literal(node);
    const bound = this.bound(node);
    if (typeof bound === 'object' && bound !== null) return bound;
    if (bound !== null || node.type !== 'MemberExpression') return this.refuse('the whole of it is taken');
    const key = this.keyOf(node);
    const owner = this.value(part(node, 'object'), facts);
    if (key === null || owner === null) return this.refuse('its key is not written out');
    const isOptional = flag(node, 'optional');
    if (!isOptional && isOptionalChain(node) && may(owner, NULLISH))
      return this.refuse('it is reached in too many ways');
    if (key === 'length') return lengthOf(owner, isOptional, this.refuse);
    return memberOf(owner, key, isOptional, this.refuse);
  }

  /** The bound name at the beginning of a path. */
  root(node: Syntax): Bound | null {
    let first: Syntax | null = node;
    while (first?.type === 'MemberExpression') first = part(first, 'object');
    if (first?.type === 'CallExpression') return 'unknown';
    return first?.type === 'Identifier' ? (this.names.get(word(first, 'name')) ?? null) : null;
  }

  /** What stands for an argument, or for a member of the event or the context; null for all else. */
  private bound(node: Syntax): Bound | null {
    if (node.type === 'Identifier') return this.names.get(word(node, 'name')) ?? null;
    const object = part(node, 'object');
    const owner = object === null || node.type !== 'MemberExpression' ? null : this.bound(object);
    const key = owner === null || typeof owner === 'object' ? null : this.keyOf(node);
    return owner === null || typeof owner === 'object' || key === null
      ? null
      : this.setting.member(owner, key);
  }

  private keyOf(node: Syntax): string | null {
    const property = part(node, 'property');
    if (property === null) return null;
    if (!flag(node, 'computed')) return word(property, 'name');
    const isBound = property.type === 'Identifier' && this.names.has(word(property, 'name'));
    const key = isBound ? undefined : this.setting.module.literal(property);
    return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
  }

  private unary(node: Syntax, facts: Facts): Value | null {
    const argument = part(node, 'argument');
    switch (word(node, 'operator')) {
      case '!': {
        const truth = this.condition(argument, facts);
        return truth === null ? null : negation(truth);
      }
      case '+': {
        const value = this.value(argument, facts);
        return value === null || isOnly(value, TYPES.number)
          ? value
          : this.refuse('"+" converts something that is not a number');
      }
      case '-': {
        const value = this.value(argument, facts);
        if (value === null || !isOnly(value, TYPES.number))
          return this.refuse('"-" converts something that is not a number');
        const number = value.constant?.value;
        if (typeof number === 'number') return constantValue(-number);
        const { throws, isWild } = value;
        const isInt = mayBeInt(value);
        const cel = `-${held(value, RANK.atom)}`;
        return {
          ...{ cel, rank: RANK.sign, types: TYPES.number, throws },
          ...(isWild && { isWild }),
          ...(isInt && { isInt }),
        };
      }
      default:
        return this.refuse(`"${word(node, 'operator')}" has no counterpart in CEL`);
    }
  }

  private binary(node: Syntax, facts: Facts): Value | null {
    const literal = this.setting.module.literal(node);
    if (literal !== undefined && !this.namesIn(node)) return constantValue(literal);
    const operator = word(node, 'operator');
    const equality = own(EQUALITIES, operator);
    if (equality !== undefined) {
      const equal = this.equality(node, equality[0], facts);
      return equal === null || equality[1] ? equal : negation(equal);
    }
    if (operator === 'in') return this.presence(node);
    const [left, right] = [this.value(part(node, 'left'), facts), this.value(part(node, 'right'), facts)];
    if (left === null || right === null) return null;
    if (ORDERINGS.has(operator)) return ordered(left, operator, right, this.refuse);
    if (!ARITHMETIC.has(operator)) return this.refuse(`"${operator}" has no counterpart in CEL`);
    return computed(left, operator, right, this.refuse);
  }

  /** Whether a name of a parameter stands anywhere in it. */
  private namesIn(node: Syntax): boolean {
    const [left, right] = [part(node, 'left'), part(node, 'right')];
    return [left, right].some((side) =>
      side?.type === 'BinaryExpression' ? this.namesIn(side) : side !== null && this.root(side) !== null,
    );
  }

  private equality(node: Syntax, isStrict: boolean, facts: Facts): Value | null {
    const [first, second] = [part(node, 'left'), part(node, 'right')];
    const asked = typeAsked(first, second) ?? typeAsked(second, first);
    if (asked !== null) {
      const value = this.value(asked.of, facts);
      return value === null ? null : isOfType(value, asked.name, this.refuse);
    }
    const [left, right] = [this.value(first, facts), this.value(second, facts)];
    if (left === null || right === null) return null;
    const isType = [left, right].some(({ cel }) => cel === 'event.type');
    const type = [left, right].find(({ constant: one }) => one !== undefined)?.constant?.value;
    if (isType && typeof type !== 'string') return this.refuse('types of events are called otherwise here');
    if (isType && (!isEventType(String(type)) || /^xstate\./.test(String(type))))
      return this.refuse('types of events are called otherwise here');
    return (isStrict ? same : alike)(left, right, this.refuse);
  }

  /** `"key" in event`. */
  private presence(node: Syntax): Value | null {
    const right = part(node, 'right');
    const left = part(node, 'left');
    const key = left === null || this.root(left) !== null ? undefined : this.setting.module.literal(left);
    const owner = right === null ? null : this.bound(right);
    if (typeof key !== 'string' || owner === null || typeof owner === 'object')
      return this.refuse('"in" asks more than an event for a member');
    return this.setting.has(owner, key) ?? this.refuse('whether it is there is known when it runs');
  }

  private logical(node: Syntax, facts: Facts): Value | null {
    const operator = word(node, 'operator');
    const [first, second] = [part(node, 'left'), part(node, 'right')];
    const left = this.value(first, facts);
    if (operator === '??') {
      const right = this.value(second, facts);
      return left === null || right === null ? null : otherwise(left, right);
    }
    const isAnd = operator === '&&';
    const right = this.value(second, withFacts(facts, learned(this, first, isAnd, facts)));
    const test = left === null ? null : truthOf(left, this.refuse);
    if (left === null || right === null || test === null) return null;
    if (isOnly(left, TYPES.boolean) && isOnly(right, TYPES.boolean))
      return both(left, isAnd ? '&&' : '||', right);
    // What is kept of the left is what is false, or true.
    const kept = { ...left, types: isAnd ? left.types & ~OBJECTS : left.types & ~NULLISH };
    return isAnd ? chosen(test, right, kept) : chosen(test, kept, right);
  }

  private choice(node: Syntax, facts: Facts): Value | null {
    const test = part(node, 'test');
    const truth = this.condition(test, facts);
    const yes = this.value(part(node, 'consequent'), withFacts(facts, learned(this, test, true, facts)));
    const no = this.value(part(node, 'alternate'), withFacts(facts, learned(this, test, false, facts)));
    return truth === null || yes === null || no === null ? null : chosen(truth, yes, no);
  }
}

/** What conditions of machines read besides variables, and the names of types. */
const WORDS = new Set(
  'event params results goal_data error list map string double int bool null_type'.split(' '),
);

/** A template literal, made of texts and of what JavaScript writes as CEL does. */
function templateOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
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
function listOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
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

function mapOf(reader: Reader, node: Syntax, facts: Facts): Value | null {
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
