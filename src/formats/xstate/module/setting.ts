import { isReservedName } from '#plan';
import { variableName } from '../dialect';
import type { ModuleText } from './moduleText';
import { constantValue } from './operators';
import { part, parts, type Syntax, word } from './syntax';
import {
  ANYTHING,
  type Bound,
  condition,
  isOnly,
  may,
  NULLISH,
  type Path,
  RANK,
  type Refuse,
  TYPES,
  type Value,
} from './value';

/** What a function may be given as its event. */
export type Heard = 'user' | 'done' | 'failed' | 'any';

/** What is known of a machine's context. */
export interface KnownContext {
  /** Whether all members are known, so that another is undefined. */
  readonly isClosed: boolean;
  /** Whether a function may hear that an invocation has ended, whose event is of another shape. */
  readonly hearsEnds: boolean;
  /** Whether it is there from the beginning. */
  isDeclared(key: string): boolean;
  /** What it may ever be; null where there is no such member. */
  typesOf(key: string): number | null;
  /** What the module's types say of a place, by the key of its path; null where they say nothing. */
  saidOf(key: string): number | null;
}

/** Where in a machine a function stands: what its arguments are there. */
export class Setting {
  constructor(
    readonly module: ModuleText,
    readonly context: KnownContext,
    readonly heard: Heard,
    /** The type of the only event that is heard there; null where there may be others. */
    readonly eventType: string | null = null,
  ) {}

  /** A member of an argument; null where it has no counterpart. */
  member(owner: Exclude<Bound, Value>, key: string): Bound | null {
    if (owner === 'args') return key === 'context' || key === 'event' ? key : 'unknown';
    if (owner === 'context') return this.variable(key);
    if (owner === 'event') return this.memberOfEvent(key);
    return 'unknown';
  }

  /** `"key" in event`, `"key" in context`; null where only a run knows. */
  has(owner: Bound, key: string): Value | null {
    if (owner === 'event' && key === 'type') return constantValue(true);
    if (owner === 'event' && this.isOfUsers && !(key in Object.prototype)) {
      const { maybe = null } = memberOfEvent(key).path ?? {};
      return condition(`${maybe}.hasValue()`, RANK.atom, false);
    }
    if (owner !== 'context') return null;
    if (this.context.isDeclared(key)) return constantValue(true);
    return this.context.isClosed && this.context.typesOf(key) === null
      ? constantValue(key in Object.prototype)
      : null;
  }

  private get isOfUsers(): boolean {
    return this.heard === 'user' || (this.heard === 'any' && !this.context.hearsEnds);
  }

  private variable(key: string): Bound {
    const types = this.context.typesOf(key);
    if (types !== null) {
      const name = variableName(key);
      return placed(pathOf(`context.${name}`, name), types, false);
    }
    return this.context.isClosed && !(key in Object.prototype) ? constantValue(undefined) : 'unknown';
  }

  /** Events of XState are flat, ours have `data`; what was given by what is done is the data, too. */
  private memberOfEvent(key: string): Bound {
    if (key === 'type') return { cel: 'event.type', rank: RANK.atom, types: TYPES.text, throws: false };
    if (key in Object.prototype) return 'unknown';
    if (this.isOfUsers) return memberOfEvent(key);
    if (this.heard === 'done' || this.heard === 'failed') {
      if (key === 'actorId') return 'unknown';
      return key === (this.heard === 'done' ? 'output' : 'error') ? GIVEN : constantValue(undefined);
    }
    const member = memberOfEvent(key).cel;
    const isEnd = (kind: string): string => `event.type.startsWith("xstate.${kind}")`;
    const given =
      key === 'output'
        ? `${isEnd('done.')} ? event.data : `
        : key === 'error'
          ? `${isEnd('error.')} ? event.data : `
          : '';
    if (key === 'actorId') return 'unknown';
    return {
      cel: `${given}${isEnd('')} ? null : ${member}`,
      rank: RANK.choice,
      types: ANYTHING | TYPES.hollow,
      throws: false,
    };
  }
}

/** What an invocation has given, or failed with: null where there is nothing. */
const GIVEN: Value = placed(pathOf('event.data', 'event.data'), ANYTHING | TYPES.hollow, false);
/** The second argument of a named guard, or null where it is asked without. */
const PARAMS: Value = placed(pathOf('params', 'params'), ANYTHING | TYPES.hollow, false);

/** A place that nothing has to be asked for. */
function pathOf(key: string, plain: string, maybe: string | null = null): Path {
  return { key, plain, maybe, before: '', owners: [] };
}

const PROTOTYPES = [
  [ANYTHING & ~NULLISH, Object.prototype],
  [TYPES.text, String.prototype],
  [TYPES.list, Array.prototype],
  [TYPES.number, Number.prototype],
] as const;

/** A place, as far as it is there: what is absent reads null. */
export function placed(path: Path, types: number, throws: boolean): Value {
  const isThere = (types & TYPES.undefined) === 0 && path.before === '';
  const text = isThere || path.maybe === null ? path.plain : `${path.maybe}.orValue(null)`;
  const rank = path.before === '' ? RANK.atom : RANK.choice;
  return { cel: `${path.before}${text}`, rank, types, throws, path };
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
    ...pathOf(`${path.key}[${key}]`, `${path.plain}[${key}]`, `${path.plain}[?${key}]`),
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

export function selectorOf(key: string): { readonly plain: string; readonly maybe: string } {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !isReservedName(key))
    return { plain: `.${key}`, maybe: `.?${key}` };
  return { plain: `[${JSON.stringify(key)}]`, maybe: `[?${JSON.stringify(key)}]` };
}

/** The key of a member in events of one type. */
export function ofEvent(type: string, key: string): string {
  return `${type}:${key}`;
}

/** A member of an event of a user: absent where the event has no data, too. */
function memberOfEvent(key: string): Value {
  const selected = selectorOf(key);
  const path = pathOf(`event${selected.plain}`, `event.data${selected.plain}`, `event.data${selected.maybe}`);
  return placed(path, ANYTHING, false);
}

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
