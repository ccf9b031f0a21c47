import { isJsonObject, type Json, type JsonObject, own, setAt } from '#base';
import type { Path } from '../forms/form';

/** A script as it is written and edited (H4); what it means is `readScript`'s to say. */
export type ScriptText = JsonObject;

/** The outcomes that a script lists for a KEY. */
export function outcomesOf(script: ScriptText, key: string): readonly JsonObject[] {
  const nodes = isJsonObject(script.nodes) ? script.nodes : {};
  const list = own(nodes, key);
  return Array.isArray(list) ? list.filter((one) => isJsonObject(one)) : [];
}

/** An outcome with another value at a place. One that neither gives nor fails any more gives nothing. */
export function changeOutcome(outcome: JsonObject, path: Path, value: Json | undefined): JsonObject {
  const next = setAt(outcome, path, value);
  if (next.output !== undefined || next.error !== undefined) return next;
  return { ...next, output: path.length > 1 ? {} : null };
}

/** The same script with other outcomes for a KEY; none at all means that the node is answered like everything else. */
export function withOutcomes(script: ScriptText, key: string, list: readonly Json[]): ScriptText {
  return setAt(script, ['nodes', key], list.length === 0 ? undefined : list);
}

/** The same script with an outcome for every node that has none. */
export function withSamples(
  script: ScriptText,
  nodes: readonly { readonly key: string; readonly sample: Json }[],
): ScriptText {
  const bare = nodes.filter(({ key }) => outcomesOf(script, key).length === 0);
  return bare.reduce((next, { key, sample }) => withOutcomes(next, key, [firstOutcome(sample)]), script);
}

/** What a node begins with that is to say what it gives. */
export function firstOutcome(sample: Json): JsonObject {
  return { afterMs: 10, output: sample };
}

export function fallbackOf(script: ScriptText): JsonObject {
  return isJsonObject(script.default) ? script.default : NOTHING;
}

export function eventsOf(script: ScriptText): readonly JsonObject[] {
  return Array.isArray(script.events) ? script.events.filter((one) => isJsonObject(one)) : [];
}

export function inputsOf(script: ScriptText): JsonObject {
  return isJsonObject(script.inputs) ? script.inputs : {};
}

/** "10 ms", "fails DOWN", "2 outcomes": what a list of outcomes says at a glance. */
export function shortOutcomes(list: readonly JsonObject[]): string {
  const [only, second] = list;
  if (only === undefined) return '';
  return second === undefined ? shortOutcome(only) : `${list.length} outcomes`;
}

export function shortOutcome(outcome: JsonObject): string {
  const after = `${typeof outcome.afterMs === 'number' ? outcome.afterMs : 0} ms`;
  const { error } = outcome;
  return isJsonObject(error) ? `fails, ${after}` : after;
}

/** H4: what answers where a script says nothing. */
const NOTHING: JsonObject = { afterMs: 0, output: null };

/** What comes of a call; only a capability's may wait, or end more than its own node (L7). */
type Ending = 'succeeds' | 'fails' | 'waits' | 'scope' | 'plan' | 'run';

export const ENDINGS: readonly { readonly ending: Ending; readonly words: string }[] = [
  { ending: 'succeeds', words: 'succeeds' },
  { ending: 'fails', words: 'fails' },
  { ending: 'waits', words: 'waits for a signal' },
  { ending: 'scope', words: 'succeeds and ends its scope' },
  { ending: 'plan', words: 'succeeds and ends the plan' },
  { ending: 'run', words: 'succeeds and ends the run' },
];

/** The endings that every call may have. */
export const PLAIN_ENDINGS = ENDINGS.slice(0, 2);

export function endingOf({ error, waitFor, break: ends }: JsonObject): Ending {
  if (isJsonObject(error)) return 'fails';
  if (isJsonObject(waitFor)) return 'waits';
  return ends === 'scope' || ends === 'plan' || ends === 'run' ? ends : 'succeeds';
}

/**
 * The outcome with another ending: how long it takes stays, and what it gives back where it still does.
 *
 * @param sample what it gives back when it stops failing
 */
export function withEnding(outcome: JsonObject, ending: Ending, sample: Json): JsonObject {
  const afterMs = typeof outcome.afterMs === 'number' ? outcome.afterMs : 0;
  if (ending === 'fails') return failing(afterMs);
  const output = outcome.output ?? sample;
  if (ending === 'succeeds') return { afterMs, output };
  return ending === 'waits'
    ? { afterMs, output: null, waitFor: { event: 'go' } }
    : { afterMs, output, break: ending };
}

/** What an outcome that fails begins with. */
export function failing(afterMs: number): JsonObject {
  return { afterMs, error: { code: 'UNAVAILABLE', message: 'It did not answer.' } };
}
