import { type Diagnostic, isJsonObject, type Json, type JsonObject, LIMITS, own, utf8Length } from '#base';
import { checkProposedMachine, machineDraftOf, readMachine, type StateMachinePlan } from '#plan';
import { checkContext } from '../choose/judge';
import { type ReplyEnd, type ReplyReading, readReply } from '../choose/readReply';
import { parseBlock } from '../extract/parseBlock';
import type { PlannerState } from '../state';
import type { PlanStream, StreamedStep } from './planStream';
import { areStates, type Element, StreamScanner } from './scanner';

/**
 * Reads a state machine while it arrives (M5, D4): a state is handed over with its last bracket, read with those before
 * it. Where it leads to what has not come yet is no problem of it; the whole reply is judged at the end like any other.
 *
 * @example
 * const stream = machineStream(state);
 * stream.push('{"initial_state": "a", "states": {"a": {"action": {"event_type": "echo"}, "default_next": "b"}'); // the state "a"
 */
export function machineStream(state: PlannerState): PlanStream {
  return new MachineStream(state);
}

/** Problems of what has not arrived yet. */
const EARLY = new Set(['TARGET_UNKNOWN', 'STATE_UNREACHABLE']);

class MachineStream implements PlanStream {
  readonly #scanner = new StreamScanner(areStates);
  readonly #chunks: string[] = [];
  /** States that could be read, as they were written. */
  readonly #states: (readonly [string, JsonObject])[] = [];
  #bytes = 0;
  #steps = 0;

  constructor(private readonly state: PlannerState) {}

  push(chunk: string): readonly StreamedStep[] {
    this.#chunks.push(chunk);
    this.#bytes += utf8Length(chunk);
    if (this.#bytes > LIMITS.plannerReplyBytes) return [];
    return this.#scanner
      .push(chunk)
      .flatMap((piece) => (piece.kind === 'element' ? [this.#read(piece)] : []));
  }

  end(ended?: ReplyEnd): ReplyReading {
    return readReply(this.#chunks.join(''), this.state, ended);
  }

  #read({ text, key, before }: Element): StreamedStep {
    const step = this.#steps++;
    const parsed = jsonIn(text);
    if (!parsed.ok) return { step, node: null, text, problems: [parsed.problem] };
    if (!isJsonObject(parsed.value)) return { step, node: null, text, problems: [] };
    const said: readonly (readonly [string, JsonObject])[] = [...this.#states, [key, parsed.value]];
    const draft = machineDraftOf(soFar(headOf(before), said), this.state.catalogue);
    const read = draft && readMachine(draft.plan);
    if (draft === null || read === null || !read.ok)
      return { step, node: null, text, problems: read === null || read.ok ? [] : read.problem };
    const machine = read.value;
    const state = machine.states[this.#states.length];
    if (state === undefined) return { step, node: null, text, problems: [] };
    this.#states.push([key, parsed.value]);
    const problems = [...draft.problems, ...checkProposedMachine(machine, checkContext(this.state))];
    const ofState = problems.filter(({ where, code }) => where.node === state.id && !EARLY.has(code));
    return { step, node: null, state, machine: nameOf(machine), text, problems: ofState };
  }
}

function nameOf({ id, initial }: StateMachinePlan): NonNullable<StreamedStep['machine']> {
  return { id, ...(initial === undefined ? {} : { initial }) };
}

function jsonIn(
  text: string,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: Diagnostic } {
  const parsed = parseBlock({ start: 0, end: text.length, text, truncated: false });
  return parsed.ok ? { ok: true, value: parsed.value.value } : parsed;
}

/** What stands before the states, as an object of its own. */
function headOf(before: string): JsonObject {
  const parsed = jsonIn(`${withoutLastKey(before)}}`);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

/** Without the key that it ends with, and the comma before: `{"id": "m", "states":` becomes `{"id": "m"`. */
function withoutLastKey(text: string): string {
  const end = text.trimEnd();
  const key = end.endsWith(':') ? end.slice(0, -1).trimEnd() : '';
  const open = key.endsWith('"') ? key.lastIndexOf('"', key.length - 2) : -1;
  if (open < 0) return text;
  const rest = key.slice(0, open).trimEnd();
  return rest.endsWith(',') ? rest.slice(0, -1) : rest;
}

/** The machine as far as it has come. In reference 5 a state that is named and not there yet stands for itself. */
function soFar(head: JsonObject, states: readonly (readonly [string, JsonObject])[]): JsonObject {
  const isMap = states.every(([key]) => key !== '');
  if (!isMap && states.every(([, state]) => typeof own(state, 'id') === 'string'))
    return { ...head, states: states.map(([, state]) => state) };
  const named = states.map(
    ([key, state]) => [key === '' ? String(own(state, 'state_name') ?? '') : key, state] as const,
  );
  const there = new Set(named.map(([name]) => name));
  const coming = [own(head, 'initial_state'), ...named.flatMap(([, state]) => leadsTo(state))].filter(
    (name) => typeof name === 'string' && name !== '' && !there.has(name),
  );
  const places = [...new Set(coming)].map((name) => [name, { is_terminal: true }]);
  return { ...head, states: Object.fromEntries([...named, ...places]) };
}

function leadsTo(state: JsonObject): readonly (Json | undefined)[] {
  const transitions = own(state, 'transitions');
  const list = Array.isArray(transitions) ? transitions.filter(isJsonObject) : [];
  return [own(state, 'default_next'), ...list.map((one) => own(one, 'to_state'))];
}
