import { variableName } from '../names';
import type { ModuleText } from './moduleText';
import { constantValue } from './operators';
import { memberOfEvent, placed } from './paths';
import { ANYTHING, type Bound, condition, type Path, RANK, TYPES, type Value } from './value';

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
}

/** Where in a machine a function stands: what its arguments are there. */
export class Setting {
  constructor(
    readonly module: ModuleText,
    readonly context: KnownContext,
    readonly heard: Heard,
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
      return placed(
        { key: `context.${name}`, plain: name, maybe: null, before: '', owners: [] },
        types,
        false,
      );
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
const GIVEN_PATH: Path = { key: 'event.data', plain: 'event.data', maybe: null, before: '', owners: [] };
const GIVEN: Value = placed(GIVEN_PATH, ANYTHING | TYPES.hollow, false);
/** The second argument of a named guard, or null where it is asked without. */
const PARAMS_PATH: Path = { key: 'params', plain: 'params', maybe: null, before: '', owners: [] };
export const PARAMS: Value = placed(PARAMS_PATH, ANYTHING | TYPES.hollow, false);
