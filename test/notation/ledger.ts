import type { Address, Hash, Json, JsonObject } from '#base';
import { BEHAVIOUR_FLAGS, type Command, type Commit, type Entry, type Fact, type PlanAttempt } from '#kernel';
import type { Body, CapabilityDescriptor, CapabilityPlan } from '#plan';
import { body } from './plan';

/**
 * A ledger as a short text, for tests that read runs without making them. A line with a time begins a commit
 * and is its fact, the indented lines below are its entries; values are JSON to the end of the line.
 *
 *     ledger(plan, `
 *       0 begin {"question": "hi"}
 *         start /look#1
 *         call /look#1 echo
 *       61 done /look#1 {"text": "hi"}
 *         ok /look#1 {"text": "hi"}
 *         set /look#1 answer "hi"
 *         completed {"answer": "hi"}
 *     `)
 *
 * Facts: begin, done, paid, error, step (a node, or `- text` for a ghost), reply, answer, timer, unsure, settle,
 * pause, resume, go. Entries: start, waits, ok (with a result), took (with ports), again, fail, handled, skip, cancel,
 * doubt, set, open, late, refused, completed, failed, paused, resumed; and the commands call, plan, wait,
 * approval, timeout, retry, withdraw.
 * The hashes are made up: nothing that reads a ledger looks at them.
 */
export function ledger(plan: CapabilityPlan, text: string, capabilities: CapabilityDescriptor[] = []) {
  const commits: { seq: number; at: number; fact: Fact; entries: Entry[]; hash: Hash }[] = [];
  for (const line of text.split('\n')) {
    const [, time, verb, rest] = /^\s*(?:(\d+) )?(\S+) ?(.*)$/.exec(line) ?? [];
    if (verb === undefined) continue;
    if (time === undefined) commits.at(-1)?.entries.push(entryOf(verb, rest ?? ''));
    else {
      const fact = factOf(verb, rest ?? '', plan, capabilities);
      const hash = commits.length.toString(16).padStart(64, '0') as Hash;
      commits.push({ seq: commits.length, at: Number(time), fact, entries: [], hash });
    }
  }
  return commits as readonly Commit[];
}

/** A planner's reply that says who made it; everything else is as plain as can be. */
export function attempt(verdict: PlanAttempt['verdict'], rest: Partial<PlanAttempt> = {}): PlanAttempt {
  return {
    flavour: 'htn',
    madeBy: 'HTN planner',
    model: null,
    template: null,
    prompt: null,
    parameters: {},
    seed: null,
    reply: null,
    problems: [],
    repairs: [],
    usage: {},
    latencyMs: 14,
    verdict,
    ...rest,
  };
}

function factOf(
  verb: string,
  rest: string,
  plan: CapabilityPlan,
  capabilities: CapabilityDescriptor[],
): Fact {
  const [address, value] = split(rest);
  switch (verb) {
    case 'begin':
      return begin(plan, rest === '' ? {} : (json(rest) as JsonObject), capabilities);
    case 'done':
      return { type: 'effect.succeeded', address, result: json(value) };
    case 'paid': {
      const usage = json(value) as JsonObject;
      return { type: 'effect.succeeded', address, result: null, usage };
    }
    case 'error':
      return { type: 'effect.failed', address, error: { code: value, message: `It said ${value}.` } };
    case 'step':
      return stepOf(address, value);
    case 'reply':
      return replyOf(address, value);
    case 'answer':
      return { type: 'answer.given', address, value: json(value) };
    case 'timer':
      return { type: 'timer.fired', address };
    case 'pause':
      return { type: 'run.paused', reason: 'user' };
    case 'resume':
      return { type: 'run.resumed' };
    case 'go':
      return { type: 'run.stepped', mode: 'over' };
    case 'unsure':
      return { type: 'effect.uncertain', address };
    case 'settle':
      return { type: 'effect.settled', address, as: { kind: 'repeat' } };
    default:
      throw new Error(`no fact is called ${verb}`);
  }
}

/** `0 {"id": …}` a step that is a node, `0 - text` a ghost. */
function stepOf(address: Address, value: string): Fact {
  const [, step = '0', text = ''] = /^(\d+) (.*)$/.exec(value) ?? [];
  const common = { type: 'plan.step', address, step: Number(step) } as const;
  if (!text.startsWith('- ')) {
    const node = body(text).nodes[0] ?? null;
    return { ...common, node, problems: [] };
  }
  const message = 'The tool does not exist.';
  const problems = [{ code: 'TOOL_UNKNOWN', severity: 'error', where: {}, message, help: '' }] as const;
  return { ...common, node: null, text: text.slice(2), problems };
}

/** `accepted a: CAPABILITY echo; b: CAPABILITY echo; a -> b`, or a verdict alone. */
function replyOf(address: Address, value: string): Fact {
  const [verdict, text] = splitWord(value);
  const plan: Body | null = verdict === 'accepted' ? body(text.replaceAll('; ', '\n')) : null;
  return { type: 'plan.replied', address, attempt: attempt(verdict as PlanAttempt['verdict']), plan };
}

function begin(plan: CapabilityPlan, input: JsonObject, capabilities: CapabilityDescriptor[]): Fact {
  return {
    type: 'run.started',
    runId: 'run-1',
    planHash: '0'.repeat(64) as Hash,
    closure: { plans: [plan], prompts: [], planners: [], models: [], policies: [], capabilities },
    input,
    labels: {},
    limits: { planSteps: 50, plannerDepth: 3, dynamicSteps: 200 },
    budget: {},
    flags: BEHAVIOUR_FLAGS,
    seed: 1,
    paused: false,
  };
}

function entryOf(verb: string, rest: string): Entry {
  const [address, value] = split(rest);
  const error = { code: value, message: `It said ${value}.` };
  switch (verb) {
    case 'start':
      return { kind: 'node.started', address, data: value === '' ? {} : { input: json(value) } };
    case 'ok':
      return { kind: 'node.succeeded', address, data: { ports: ['out'], ...resultOf(value) } };
    case 'took':
      return { kind: 'node.succeeded', address, data: { ports: value.split(' ') } };
    case 'fail':
      return { kind: 'node.failed', address, data: { error, handled: false } };
    case 'handled':
      return { kind: 'node.failed', address, data: { error, handled: true } };
    case 'again':
      return { kind: 'node.retrying', address, data: { error, afterMs: 100 } };
    case 'skip':
      return { kind: 'node.skipped', address, data: { because: 'dead' } };
    case 'cancel':
      return { kind: 'node.cancelled', address, data: {} };
    case 'doubt':
      return { kind: 'node.uncertain', address, data: {} };
    case 'waits':
      return { kind: 'node.waiting', address, data: { for: 'answer', message: value } };
    case 'set': {
      const [variable, written] = splitWord(value);
      return { kind: 'variable.written', address, data: { variable, value: json(written) } };
    }
    case 'open': {
      const plan = body(value.replaceAll('; ', '\n'));
      return { kind: 'plan.opened', address, data: { revision: 1, plan, planHash: '1'.repeat(64) as Hash } };
    }
    case 'refused': {
      const message = 'The answer was refused.';
      const problem = { code: 'ANSWER_INVALID', severity: 'error', where: {}, message, help: '' } as const;
      return { kind: 'refused', address, data: { problem } };
    }
    case 'late':
      return { kind: 'late', address, data: { fact: value } };
    default:
      return runEntry(verb, rest) ?? { kind: 'command', address, data: { command: commandOf(verb, rest) } };
  }
}

function resultOf(value: string): { result?: Json } {
  return value === '' || value === '-' ? {} : { result: json(value) };
}

function runEntry(verb: string, rest: string): Entry | null {
  const address = '' as Address;
  switch (verb) {
    case 'completed':
      return {
        kind: 'run.completed',
        address,
        data: { outputs: rest === '' ? {} : (json(rest) as JsonObject) },
      };
    case 'failed':
      return { kind: 'run.failed', address, data: { error: { code: rest, message: `It said ${rest}.` } } };
    case 'paused':
      return { kind: 'run.paused', address, data: { reason: 'user' } };
    case 'resumed':
      return { kind: 'run.resumed', address, data: {} };
    default:
      return null;
  }
}

function commandOf(verb: string, rest: string): Command {
  const [address, value] = split(rest);
  switch (verb) {
    case 'call':
      return { kind: 'call', address, capability: value, input: {}, effect: 'pure', idempotent: true };
    case 'wait':
    case 'approval': {
      const kind = verb === 'wait' ? 'answer' : 'approval';
      return { kind: 'wait', address, for: kind, message: value, schema: null, decisions: [] };
    }
    case 'timeout':
    case 'retry':
      return { kind: 'timer', address, afterMs: Number(value), purpose: verb };
    case 'withdraw':
      return { kind: 'cancel', address };
    case 'plan':
      return planCommand(address, Number(value));
    default:
      throw new Error(`no entry is called ${verb}`);
  }
}

function planCommand(address: Address, call: number): Command {
  return {
    kind: 'plan',
    address,
    node: 'plan',
    call,
    flavour: 'htn',
    use: null,
    model: null,
    goal: '',
    prompt: null,
    memory: {},
    tools: [],
    limits: { maxSteps: 50, maxDepth: 3 },
    depth: 0,
    variables: {},
    writable: [],
    text: null,
    repair: null,
  };
}

function split(rest: string): readonly [Address, string] {
  const [first, others] = splitWord(rest);
  return [first as Address, others];
}

function splitWord(text: string): readonly [string, string] {
  const space = text.indexOf(' ');
  return space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}

function json(text: string): Json {
  return JSON.parse(text) as Json;
}
