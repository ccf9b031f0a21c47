import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Pending, Waiting } from './context';

/** What a standing holds for XState, besides what is seen of it anyway: plain JSON. */
export type Saved = {
  /** Active states, in XState's order. */
  readonly nodes: readonly string[];
  /** By history state, what it remembers. */
  readonly history: { readonly [id: string]: readonly string[] };
  readonly waiting: readonly Waiting[];
  readonly pending: readonly Pending[];
  readonly asked: number;
};

/** Reads what `Saved` was written as; it comes from a ledger of ours, whose hashes were checked. */
export function readSaved(json: Json): Saved {
  const saved = objectIn(json);
  return {
    nodes: textsIn(saved.nodes),
    history: Object.fromEntries(
      Object.entries(objectIn(saved.history)).map(([id, states]) => [id, textsIn(states)]),
    ),
    waiting: listIn(saved.waiting).map((one) => {
      const { state, response, failure } = objectIn(one);
      return { state: String(state), response: String(response), failure: textOrNull(failure) };
    }),
    pending: listIn(saved.pending).map((one) => {
      const { timer, id, isFound, to, isLost, event, data = null } = objectIn(one);
      return {
        timer: String(timer),
        id: textOrNull(id),
        isFound: isFound === true,
        to: textOrNull(to),
        ...(isLost === true ? { isLost } : {}),
        event: String(event),
        data,
      };
    }),
    asked: Number(saved.asked ?? 0),
  };
}

function objectIn(json: Json | undefined): JsonObject {
  return isJsonObject(json) ? json : {};
}

function listIn(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : [];
}

function textsIn(json: Json | undefined): readonly string[] {
  return listIn(json).map(String);
}

function textOrNull(json: Json | undefined): string | null {
  return typeof json === 'string' ? json : null;
}
