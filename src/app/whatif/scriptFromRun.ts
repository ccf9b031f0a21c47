import { type Address, type Json, type JsonObject, withoutAttempt } from '#base';
import type { Commit, Entry, Fact, RunStarted } from '#kernel';
import type { NodeTypeName } from '#plan';
import { callerOf, nodeAtAddress, type OpenedPlan, openedPlan } from '#projection';
import type { ScriptText } from './script';

/**
 * The script of a run that has happened: every call is answered as it was then, and as late. A simulation with it
 * repeats the run; what is changed in it is the question "what if".
 */
export function scriptFromRun(commits: readonly Commit[]): ScriptText {
  const started = commits[0];
  if (started?.fact.type !== 'run.started') return {};
  const leftAt = new Map<Address, number>();
  const nodes = new Map<string, JsonObject[]>();
  const events: JsonObject[] = [];
  const leaves = new OneLeafNodes(started.fact);
  const answer = (key: string, outcome: JsonObject) => nodes.set(key, [...(nodes.get(key) ?? []), outcome]);
  for (const commit of commits) {
    const { fact, at, entries } = commit;
    const answered = answerOf(fact);
    if (answered !== null && !leaves.holds(answered.address)) {
      const key = keyOf(fact, answered.address);
      const afterMs = Math.max(0, Math.round(at - (leftAt.get(answered.address) ?? at)));
      answer(key, { afterMs, ...answered.outcome });
    }
    const event = eventOf(fact);
    if (event !== null) events.push({ atMs: Math.round(at - started.at), ...event });
    for (const entry of entries) {
      if (entry.kind === 'command' && entry.data.command.kind !== 'evaluate') leftAt.set(entry.address, at);
      const leaf = leaves.outcomeIn(entry, commit);
      if (leaf !== null) answer(leaf.key, leaf.outcome);
    }
  }
  return {
    ...(Object.keys(started.fact.input).length > 0 ? { inputs: started.fact.input } : {}),
    nodes: Object.fromEntries(nodes),
    ...(events.length > 0 ? { events } : {}),
    startAt: new Date(started.at).toISOString(),
  };
}

interface Answered {
  readonly address: Address;
  readonly outcome: JsonObject;
}

function answerOf(fact: Fact): Answered | null {
  switch (fact.type) {
    case 'effect.succeeded':
      return { address: fact.address, outcome: outputOf(fact) };
    case 'effect.failed':
      return { address: fact.address, outcome: errorOf(fact.error.code, fact.error.message) };
    case 'plan.replied': {
      if (fact.plan !== null)
        return {
          address: fact.address,
          outcome: { output: JSON.parse(JSON.stringify(fact.machine ?? fact.plan)) },
        };
      const [problem] = fact.attempt.problems;
      return {
        address: fact.address,
        outcome: errorOf(problem?.code ?? 'PLAN_INVALID', problem?.message ?? 'No plan.'),
      };
    }
    default:
      return null;
  }
}

/** A result with what it carries beside it (L7). */
function outputOf(fact: Extract<Fact, { type: 'effect.succeeded' }>): JsonObject {
  const { result, break: ends, waitFor } = fact;
  return {
    output: result,
    ...(ends === undefined ? {} : { break: ends }),
    ...(waitFor === undefined
      ? {}
      : { waitFor: { event: waitFor.event, timeoutMs: waitFor.timeoutMs ?? null } }),
  };
}

function errorOf(code: string, message: string): JsonObject {
  return { error: { code, message } };
}

/** A planner's calls are its attempts' answers; every other call has its own name. */
function keyOf(fact: Fact, address: Address): string {
  const node = withoutAttempt(address);
  const bang = address.indexOf('!');
  return bang < 0 || fact.type === 'plan.replied' ? node : `${node}${address.slice(bang)}`;
}

function eventOf(fact: Fact): Readonly<Record<string, Json>> | null {
  switch (fact.type) {
    case 'answer.given':
      return { answer: { address: fact.address, value: fact.value } };
    case 'signal.received':
      return { signal: fact.event, data: fact.data };
    case 'run.paused':
      return { command: 'pause' };
    case 'run.resumed':
      return { command: 'resume' };
    case 'run.cancelled':
      return { command: 'cancel' };
    default:
      return null;
  }
}

/** Nodes that a simulation answers as one leaf under their own KEY, whatever they call or compute (H4). */
const LEAVES: ReadonlySet<NodeTypeName> = new Set<NodeTypeName>([
  'LLM_DECISION',
  'TOOL_ROUTER',
  'EVALUATION',
  'REFLECTION',
  'AGENT',
]);

/** What became of such a node in an attempt, as an outcome of a script. */
interface LeafOutcome {
  readonly key: Address;
  readonly outcome: JsonObject;
}

/** Reads from a run what came of the nodes that a simulation answers as one leaf. */
class OneLeafNodes {
  readonly #started: RunStarted;
  readonly #opened = new Map<Address, OpenedPlan>();
  readonly #startedAt = new Map<Address, number>();

  constructor(started: RunStarted) {
    this.#started = started;
  }

  /** Whether what happened at an address is such a node's, or a call inside one. */
  holds(address: Address): boolean {
    const node = withoutAttempt(address);
    return this.#isLeaf(node) || callerOf(node, this.#view) !== null;
  }

  /** The outcome that an entry tells of; null where it tells of none. */
  outcomeIn(entry: Entry, { at }: Commit): LeafOutcome | null {
    if (entry.kind === 'plan.opened') {
      const opened = openedPlan(entry, { opened: this.#opened });
      this.#opened.set(opened.executor, opened);
    }
    if (!entry.kind.startsWith('node.')) return null;
    const key = withoutAttempt(entry.address);
    if (!this.#isLeaf(key)) return null;
    if (entry.kind === 'node.started') this.#startedAt.set(key, at);
    const told = toldBy(entry);
    if (told === null) return null;
    const afterMs = Math.max(0, Math.round(at - (this.#startedAt.get(key) ?? at)));
    return { key, outcome: { afterMs, ...told } };
  }

  #isLeaf(node: Address): boolean {
    const plan = this.#started.closure.plans[0];
    const found = nodeAtAddress(node, plan?.kind === 'capability' ? plan : null, this.#view);
    return found !== null && LEAVES.has(found.type);
  }

  get #view() {
    return { opened: this.#opened, started: this.#started };
  }
}

function toldBy(entry: Entry): JsonObject | null {
  switch (entry.kind) {
    case 'node.succeeded': {
      const { handled, result } = entry.data;
      return handled === undefined ? { output: result ?? null } : errorOfLeaf(handled);
    }
    case 'node.failed':
    case 'node.retrying':
      return errorOfLeaf(entry.data.error);
    default:
      return null;
  }
}

function errorOfLeaf({ code, message }: { readonly code: string; readonly message: string }): JsonObject {
  return { error: { code, message } };
}
