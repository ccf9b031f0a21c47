import { isJsonObject, isVariableName, type Json, type JsonObject, own } from '#base';
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

/** What is kept of XState with a plan, a state, a transition or an action. */
export function keptOf(of: { readonly source?: Record<string, Json> | undefined }): JsonObject {
  const kept = of.source === undefined ? undefined : own(of.source, 'xstate');
  return isJsonObject(kept) ? kept : {};
}

/** The same as a field to be spread into a draft: nothing where nothing is kept. */
export function keeping(kept: JsonObject): JsonObject {
  return Object.keys(kept).length === 0 ? {} : { source: { xstate: kept } };
}
