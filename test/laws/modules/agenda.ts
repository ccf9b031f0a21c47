import { type Address, isJsonObject, type Json, type JsonObject, withoutAttempt } from '#base';
import { readBody } from '#plan';
import type { Case } from '../random/build';
import { type Outcome, Outcomes, type ScriptEvent } from '../reference/language';

/** What a module calls with. */
export interface Called {
  readonly node: string;
  readonly type: string;
  readonly address: string;
  readonly variables: JsonObject;
  readonly params: JsonObject;
}

/** How a call ends: with a value and what it asks for besides, or with an error. */
export type Ended = { readonly value: Json; readonly asks: Pick<Outcome, 'break' | 'waitFor'> } | Failure;
interface Failure {
  readonly error: { readonly code: string; readonly message: string };
}

interface Due {
  readonly at: number;
  readonly serial: number;
  readonly address: string;
  readonly happens: () => void;
}

/** The scripted outside of a module on a virtual clock: the same as that of the kernel in `virtualRun.ts` (H4). */
export class Agenda {
  now = 0;
  /** Calls that left, observers too, in their order. */
  readonly calls: string[] = [];
  readonly #outcomes: Outcomes;
  readonly #events: ScriptEvent[];
  #due: Due[] = [];
  #serial = 0;
  /** People who are asked, by the address of the question. */
  readonly #asked = new Map<string, { readonly call: Called; readonly ends: (ended: Ended) => void }>();

  constructor({ script }: Case) {
    this.#outcomes = new Outcomes(script);
    this.#events = script.events.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** Something happens after so many milliseconds; of what is due together the first that was asked for comes first. */
  expect(address: string, afterMs: number, happens: () => void): void {
    this.#due.push({ at: this.now + afterMs, serial: this.#serial++, address, happens });
  }

  /** The clock of the script begins with 1970 (H4). */
  readonly msUntil = (time: string): number => Date.parse(time) - this.now;

  withdraw(address: string): void {
    this.#due = this.#due.filter((due) => due.address !== address);
    this.#asked.delete(address);
  }

  /** A call of the module's: its end comes at its time, or when a person answers. */
  call(call: Called, ends: (ended: Ended) => void): void {
    const { address, type } = call;
    const isPlanning = type === 'PLANNER' && !address.includes('!');
    if (!isQuestion(call)) this.calls.push(isPlanning ? withoutAttempt(address as Address) : address);
    if (isQuestion(call)) this.#asked.set(address, { call, ends });
    else if (!/!observe-\d+$/.test(address)) this.#work(call, ends);
  }

  #work(call: Called, ends: (ended: Ended) => void): void {
    const { address, type, params, variables } = call;
    const [, question = ''] = /(![^/]*)$/.exec(address) ?? [];
    if (type === 'TRANSFORM' && question === '') {
      const value = variables[String(params.expression)] ?? null;
      this.expect(address, 0, () => ends({ value, asks: {} }));
      return;
    }
    const outcome = this.#outcomes.next(`${withoutAttempt(address as Address)}${question}`);
    const ended = type === 'PLANNER' && question === '' ? proposal(outcome) : endOf(outcome);
    this.expect(address, outcome.afterMs, () => ends(ended));
  }

  /** The next thing, at its time; null where nothing more can happen. Signals go to the module. */
  next(signal: (event: string, data: Json) => void): (() => void) | null {
    const [due] = this.#due.sort((a, b) => a.at - b.at || a.serial - b.serial);
    const event = this.#events[0];
    if (event !== undefined && event.atMs <= (due?.at ?? Infinity)) {
      this.#events.shift();
      this.now = Math.max(this.now, event.atMs);
      return () => this.#happen(event, signal);
    }
    if (due === undefined) return null;
    this.now = due.at;
    this.#due = this.#due.filter((other) => other !== due);
    return due.happens;
  }

  #happen(event: ScriptEvent, signal: (event: string, data: Json) => void): void {
    if ('signal' in event) signal(event.signal, event.data);
    else if ('answer' in event) this.#answer(event.answer.address, event.answer.value);
  }

  /** An answer that the question does not allow is none. */
  #answer(address: string, value: Json): void {
    const plain = (at: string): string => at.replace(/#\d+(?=$|!)/, '');
    const [at = '', asked] =
      [...this.#asked].find(([one]) => one === address || plain(one) === address) ?? [];
    if (asked === undefined || !isAllowed(asked.call, value)) return;
    this.#asked.delete(at);
    asked.ends({ value, asks: {} });
  }
}

function isQuestion({ type, address }: Called): boolean {
  return (type === 'HUMAN_INPUT' && !address.includes('!')) || address.endsWith('!approve');
}

function isAllowed({ address, params }: Called, value: Json): boolean {
  const decision = isJsonObject(value) ? value.decision : null;
  if (address.endsWith('!approve')) return decision === 'approve' || decision === 'reject';
  const { decisions = null } = params;
  return !Array.isArray(decisions) || decisions.some((one) => isJsonObject(one) && one.id === decision);
}

function endOf({ error, output = null, break: breaks, waitFor }: Outcome): Ended {
  if (error) return { error };
  return { value: output, asks: { ...(breaks ? { break: breaks } : {}), ...(waitFor ? { waitFor } : {}) } };
}

function proposal({ error, output = null }: Outcome): Ended {
  const body = readBody(output);
  if (error || !body.ok) return { error: error ?? { code: 'PLAN_INVALID', message: 'No.' } };
  return { value: JSON.parse(JSON.stringify(body.value)), asks: {} };
}
