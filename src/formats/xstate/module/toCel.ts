import { own } from '#base';
import { isReservedName } from '#plan';
import { celLiteral } from '../dialect';
import { variableName } from '../names';
import type { ModuleText } from './moduleText';
import { constant, cooked, flag, givenBy, part, parts, type Syntax, word } from './syntax';

/** What a name stands for inside a function: an argument of XState's, or a value that CEL can write. */
type Bound = 'args' | 'context' | 'event' | 'params' | { readonly cel: string };

const COMPARISONS: Readonly<Record<string, string>> = {
  '===': '==',
  '==': '==',
  '!==': '!=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);

/**
 * Translates the simple functions of a machine to CEL: paths, constants, arithmetic, comparison, logic, choice,
 * template literals, lists. Nothing is evaluated; what is not simple gives null.
 */
export class Translator {
  private readonly names = new Map<string, Bound>();

  private constructor(private readonly module: ModuleText) {}

  /** The CEL that a function of `({context, event})` gives. */
  static function(module: ModuleText, node: Syntax): string | null {
    const translator = Translator.inside(module, node);
    const given = givenBy(node);
    return translator === null || given === null ? null : translator.cel(given);
  }

  /**
   * For the body of a function; null where its parameters are not of a known shape.
   *
   * @param hasParams whether the second parameter, `params`, has a counterpart: of named guards it has
   */
  static inside(module: ModuleText, node: Syntax, hasParams = false): Translator | null {
    const translator = new Translator(module);
    const [first, second] = parts(node, 'params');
    if (first !== undefined && !translator.bind(first, 'args')) return null;
    if (hasParams && second !== undefined && !translator.bind(second, 'params')) return null;
    return translator;
  }

  static outside(module: ModuleText): Translator {
    return new Translator(module);
  }

  /** What a function gives. */
  static body(node: Syntax): Syntax | null {
    return givenBy(node);
  }

  /** Whether a name stands for an argument, not for a constant of the module. */
  knows(node: Syntax): boolean {
    return this.bound(node) !== null;
  }

  cel(node: Syntax): string | null {
    if (!this.module.spend()) return null;
    const literal = this.bound(node) === null ? this.module.literal(node) : undefined;
    if (literal !== undefined) return celLiteral(literal);
    switch (node.type) {
      case 'Identifier':
      case 'MemberExpression':
        return this.path(node);
      case 'TemplateLiteral':
        return this.template(node);
      case 'UnaryExpression':
        return this.unary(node);
      case 'BinaryExpression':
        return this.binary(node);
      case 'LogicalExpression':
        return this.logical(node);
      case 'ConditionalExpression':
        return this.joined([
          this.truth(part(node, 'test')),
          ' ? ',
          this.atom(part(node, 'consequent')),
          ' : ',
          this.atom(part(node, 'alternate')),
        ]);
      case 'ArrayExpression':
        return this.list(node);
      case 'ObjectExpression':
        return this.map(node);
      default:
        return null;
    }
  }

  /** A whole condition. */
  condition(node: Syntax): string | null {
    return isBoolean(node) ? this.cel(node) : this.truth(node);
  }

  /** The same as a condition: what JavaScript takes for false is false. */
  truth(node: Syntax | null): string | null {
    if (node === null) return null;
    const cel = this.atom(node);
    return cel === null || isBoolean(node) ? cel : `!(${cel} in [null, false, 0, ""])`;
  }

  private atom(node: Syntax | null): string | null {
    const cel = node === null ? null : this.cel(node);
    if (node === null || cel === null) return null;
    const isCompound = ['BinaryExpression', 'LogicalExpression', 'ConditionalExpression', 'TemplateLiteral'];
    return isCompound.includes(node.type) && !/^"(?:[^"\\]|\\.)*"$/.test(cel) ? `(${cel})` : cel;
  }

  private unary(node: Syntax): string | null {
    const argument = part(node, 'argument');
    if (word(node, 'operator') === '!') return prefixed('!', this.truth(argument));
    return word(node, 'operator') === '-' ? prefixed('-', this.atom(argument)) : null;
  }

  private binary(node: Syntax): string | null {
    const operator = word(node, 'operator');
    const cel = own(COMPARISONS, operator) ?? (ARITHMETIC.has(operator) ? operator : null);
    if (cel === null) return null;
    return this.joined([this.atom(part(node, 'left')), ` ${cel} `, this.atom(part(node, 'right'))]);
  }

  private logical(node: Syntax): string | null {
    const operator = word(node, 'operator');
    const [left, right] = [part(node, 'left'), part(node, 'right')];
    if (left === null || right === null) return null;
    if (operator === '??')
      return this.joined([this.atom(left), ' != null ? ', this.atom(left), ' : ', this.atom(right)]);
    if (isBoolean(left) && isBoolean(right))
      return this.joined([this.atom(left), ` ${operator} `, this.atom(right)]);
    const [yes, no] = operator === '&&' ? [right, left] : [left, right];
    return this.joined([this.truth(left), ' ? ', this.atom(yes), ' : ', this.atom(no)]);
  }

  private template(node: Syntax): string | null {
    const pieces: (string | null)[] = [JSON.stringify(cooked(node, 0))];
    parts(node, 'expressions').forEach((expression, index) => {
      const cel = this.cel(expression);
      pieces.push(' + ', cel === null ? null : `string(${cel})`);
      const text = cooked(node, index + 1);
      if (text !== '') pieces.push(' + ', JSON.stringify(text));
    });
    return this.joined(pieces);
  }

  /** `[...list, item]` is the one list behind the other. */
  private list(node: Syntax): string | null {
    const items = parts(node, 'elements');
    const isPlain = items.every((item) => item.type !== 'SpreadElement');
    const cels = items.map((item) =>
      item.type === 'SpreadElement' ? this.atom(part(item, 'argument')) : this.cel(item),
    );
    if (cels.some((cel) => cel === null)) return null;
    if (isPlain) return `[${cels.join(', ')}]`;
    return cels.map((cel, index) => (items[index]?.type === 'SpreadElement' ? cel : `[${cel}]`)).join(' + ');
  }

  private map(node: Syntax): string | null {
    const members: (string | null)[] = [];
    for (const property of parts(node, 'properties')) {
      const key = property.type === 'Property' ? this.module.keyOf(property) : null;
      const value = part(property, 'value');
      if (key === null || value === null) return null;
      members.push(members.length === 0 ? '' : ', ', JSON.stringify(key), ': ', this.cel(value));
    }
    return this.joined(['{', ...members, '}']);
  }

  private path(node: Syntax): string | null {
    const bound = this.bound(node);
    return typeof bound === 'object' && bound !== null ? bound.cel : bound === 'params' ? 'params' : null;
  }

  private bound(node: Syntax): Bound | null {
    if (node.type === 'Identifier') return this.names.get(word(node, 'name')) ?? null;
    if (node.type !== 'MemberExpression' || flag(node, 'optional')) return null;
    const [object, property] = [part(node, 'object'), part(node, 'property')];
    if (object === null || property === null) return null;
    const owner = this.bound(object);
    if (owner === null) return null;
    const key = flag(node, 'computed') ? constant(property) : word(property, 'name');
    if (typeof key === 'string') return memberOf(owner, key);
    const index = typeof owner === 'object' ? this.cel(property) : null;
    return index === null || typeof owner !== 'object' ? null : { cel: `${owner.cel}[${index}]` };
  }

  /** Names of a parameter: `(args)`, `({context, event: e})`, `({context: {count}})`. */
  private bind(pattern: Syntax, to: Bound): boolean {
    if (pattern.type === 'Identifier') {
      this.names.set(word(pattern, 'name'), to);
      return true;
    }
    if (pattern.type !== 'ObjectPattern') return false;
    return parts(pattern, 'properties').every((property) => {
      const key = property.type === 'Property' ? this.module.keyOf(property) : null;
      const value = part(property, 'value');
      const member = key === null ? null : memberOf(to, key);
      // What is not known is not bound: a function that uses it is not translated.
      if (to === 'args' && member === null) return true;
      return member !== null && value !== null && this.bind(value, member);
    });
  }

  private joined(pieces: readonly (string | null)[]): string | null {
    return pieces.every((piece) => piece !== null) ? pieces.join('') : null;
  }
}

/** Events of XState are flat, ours have `data`; what was given by what is done is the data, too. */
function memberOf(owner: Bound, key: string): Bound | null {
  if (owner === 'args') return key === 'context' || key === 'event' ? key : null;
  if (owner === 'context') return { cel: variableName(key) };
  if (owner === 'event') {
    if (key === 'type') return { cel: 'event.type' };
    return { cel: key === 'output' || key === 'error' ? 'event.data' : `event.data${selector(key)}` };
  }
  if (typeof owner === 'object' && key === 'length') return { cel: `size(${owner.cel})` };
  return { cel: `${owner === 'params' ? 'params' : owner.cel}${selector(key)}` };
}

function selector(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !isReservedName(key)
    ? `.${key}`
    : `[${JSON.stringify(key)}]`;
}

function isBoolean(node: Syntax): boolean {
  if (node.type === 'BinaryExpression') return Object.hasOwn(COMPARISONS, word(node, 'operator'));
  if (node.type === 'UnaryExpression') return word(node, 'operator') === '!';
  if (node.type === 'Literal') return typeof constant(node) === 'boolean';
  if (node.type !== 'LogicalExpression') return false;
  return sidesOf(node).every(isBoolean);
}

function sidesOf(node: Syntax): readonly Syntax[] {
  return [part(node, 'left'), part(node, 'right')].filter((side) => side !== null);
}

function prefixed(sign: string, cel: string | null): string | null {
  return cel === null ? null : `${sign}${cel}`;
}
