import {
  type Address,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  present,
  setAt,
  withoutAttempt,
} from '#base';
import type { Commit, Entry, Fact, RunStarted } from '#kernel';
import type { CapabilityPlan, NodeTypeName } from '#plan';
import { callerOf, nodeAtAddress, type OpenedPlan, openedPlan } from '#projection';
import type { Path } from '../forms/form';
import { type Answerable, askableNodes } from './answerable';

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

function shortOutcome(outcome: JsonObject): string {
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
    ...present({ break: ends }),
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

/** One thing that a script says: what a node gives back, or what it says of the run as a whole. */
export interface Item {
  /** A KEY of the script, or `*inputs`, `*rest`, `*events`, `*script`, which no KEY can be. */
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  /** What the script says of it, at a glance. */
  readonly short: string;
  readonly node: Answerable | null;
}

/**
 * All that can be said, in the order in which it is read.
 *
 * @param unused KEYs under which the last simulation asked for nothing
 */
export function itemsOf(
  plan: CapabilityPlan,
  nodes: readonly Answerable[],
  script: ScriptText,
  unused: readonly string[] = [],
): readonly Item[] {
  const events = eventsOf(script).length;
  const asked = askableNodes(plan, []).length;
  const hasInputs = Array.isArray(plan.variables) && plan.variables.some(({ scope }) => scope === 'IN');
  const inputs = Object.keys(inputsOf(script)).length;
  return [
    ...(hasInputs ? [itemOf('*inputs', 'Inputs', inputs === 0 ? 'defaults' : `${inputs} given`)] : []),
    ...nodes.map((node) => ({
      key: node.key,
      title: node.title,
      kind: node.kind,
      short: `${shortOf(script, node)}${unused.includes(node.key) ? ', not asked' : ''}`,
      node,
    })),
    itemOf('*rest', 'Everything else', shortOutcome(fallbackOf(script))),
    itemOf('*events', 'People, signals, pauses', events === 0 && asked > 0 ? 'no answers' : countOf(events)),
    itemOf('*script', 'The whole script', 'JSON'),
  ];
}

/** A planner alone cannot do with the answer for everything else: it is no plan, and the run would fail there. */
function shortOf(script: ScriptText, { key, node }: Answerable): string {
  const outcomes = outcomesOf(script, key);
  return outcomes.length === 0 && node?.type === 'PLANNER' ? 'no plan yet' : shortOutcomes(outcomes);
}

function itemOf(key: string, title: string, short: string): Item {
  return { key, title, kind: '', short, node: null };
}

function countOf(events: number): string {
  if (events === 0) return 'none';
  return events === 1 ? '1 event' : `${events} events`;
}
