import { isEventType, isJsonObject, isVariableName, type Json, type JsonObject, own } from '#base';
import { isReservedName } from '#plan';

/** Names that every condition of a machine knows: no variable of theirs may hide behind them. */
const OF_THE_SCOPE = new Set(['event', 'results', 'goal_data', 'params', 'steps', 'inState', 'guard']);

/**
 * What a member of an XState `context` is called here (W2): itself where it can be a variable, else what letters and
 * digits it has. The same wherever it is named, so that a translated function and the context agree.
 */
export function variableName(theirs: string): string {
  const fits = isVariableName(theirs) && !isReservedName(theirs) && !OF_THE_SCOPE.has(theirs);
  if (fits) return theirs;
  const readable = theirs.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 56);
  return /^[A-Za-z_]/.test(readable) ? `${readable}_` : `_${readable}_`;
}

/** Event types of theirs by types of ours (W2, T6), one to one; only those that differ are remembered. */
export class EventNames {
  private readonly ours = new Map<string, string>();
  private readonly theirs = new Map<string, string>();

  /** A type, or a descriptor that ends in `.*` or is `*`. */
  mint(theirs: string): string {
    if (theirs === '*') return theirs;
    const isWild = theirs.endsWith('.*');
    const type = this.mintType(isWild ? theirs.slice(0, -2) : theirs);
    return isWild ? `${type}.*` : type;
  }

  /** Types of ours and what they are called there. */
  renamed(): JsonObject | null {
    const entries = [...this.theirs].filter(([ours, theirs]) => ours !== theirs);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }

  private mintType(theirs: string): string {
    const known = this.ours.get(theirs);
    if (known !== undefined) return known;
    const stem = isEventType(theirs) ? theirs : readableType(theirs);
    let type = stem;
    for (let number = 2; this.theirs.has(type); number++) type = `${stem.slice(0, 120)}-${number}`;
    this.ours.set(theirs, type);
    this.theirs.set(type, theirs);
    return type;
  }
}

function readableType(theirs: string): string {
  const readable = theirs.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 100);
  const isOurs = /^[A-Za-z]/.test(readable) && isEventType(readable);
  return isOurs ? readable : `event-${readable.replace(/^[^A-Za-z0-9]+/, '')}`.replace(/-$/, '');
}

/** What is kept of XState with a plan, a state, a transition or an action. */
export function keptOf(of: { readonly source?: Record<string, Json> | undefined }): JsonObject {
  const kept = of.source === undefined ? undefined : own(of.source, 'xstate');
  return isJsonObject(kept) ? kept : {};
}

/** The same as a field to be spread into a draft: nothing where nothing is kept. */
export function keeping(kept: JsonObject): JsonObject {
  return Object.keys(kept).length === 0 ? {} : { source: { xstate: kept } };
}
