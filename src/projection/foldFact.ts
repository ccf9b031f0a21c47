import { type Address, own, withoutAttempt } from '#base';
import {
  type Command,
  type Commit,
  type Fact,
  isBound,
  isForServer,
  type PlanCommand,
  type RunStarted,
  type Usage,
} from '#kernel';
import { addUsage, type Draft, endWaits, nodeAt, touchNode } from './draft';
import { namesOf } from './names';
import type { PlanningRecord, Waiting } from './runView';

/** What a fact says by itself, before the entries that it caused. */
export function foldFact(draft: Draft, commit: Commit): void {
  const { fact, seq, entries } = commit;
  spend(draft, fact, seq);
  // A fact that came too late, or was refused, has no effect but its price (R17, L9).
  if (entries.length > 0 && entries.every(({ kind }) => kind === 'late' || kind === 'refused')) return;
  switch (fact.type) {
    case 'run.started':
      begin(draft, commit, fact);
      return;
    case 'plan.step':
      addStep(draft, fact, seq);
      return;
    case 'plan.replied':
      closeCommand(draft, fact.address);
      addAttempt(draft, fact, seq);
      return;
    case 'timer.fired':
      endServerWait(draft, fact.address, commit);
      closeCommand(draft, fact.address);
      return;
    case 'effect.succeeded':
    case 'effect.failed':
      closeCommand(draft, fact.address);
      return;
    case 'answer.given':
      closeAnswered(draft, fact.address, seq, commit.at);
      return;
    case 'effect.uncertain':
      askAbout(draft, fact.address);
      return;
    case 'effect.waiting':
      waitFor(draft, fact);
      return;
    case 'effect.left':
      goesOn(draft, fact.address);
      return;
    case 'effect.repeated':
      draft.calls++;
      touchNode(draft, fact.address, seq, { calls: nodeAt(draft, fact.address).calls + 1 });
      cutPlanning(draft, fact.address);
      return;
    case 'effect.settled':
      dropWaiting(draft, fact.address);
      return;
    case 'budget.raised':
      draft.budget = { ...draft.budget, ...fact.budget };
      return;
    default:
      return;
  }
}

function begin(draft: Draft, commit: Commit, fact: RunStarted): void {
  draft.started = fact;
  draft.startedAt = commit.at;
  draft.budget = fact.budget;
  if (fact.paused) draft.pausedBecause = 'step';
  const declared = fact.closure.plans[0]?.variables ?? [];
  for (const [id, value] of Object.entries(fact.input)) {
    draft.variables.set(id, { id, value, writtenBy: null, seq: commit.seq });
  }
  if (declared === 'open') return;
  for (const variable of declared) {
    if (variable.default === undefined || own(fact.input, variable.id) !== undefined) continue;
    const { id } = variable;
    draft.variables.set(id, { id, value: variable.default, writtenBy: null, seq: commit.seq });
  }
}

function addStep(draft: Draft, fact: Extract<Fact, { type: 'plan.step' }>, seq: number): void {
  const address = withoutAttempt(fact.address);
  const before = draft.planning.get(address);
  const { step, node, problems, text = '', state, machine } = fact;
  const at = draft.at ?? 0;
  const ofMachine = {
    ...(state === undefined ? {} : { state }),
    ...(machine === undefined ? {} : { machine }),
  };
  draft.planning.set(address, {
    address,
    attempts: before?.attempts ?? [],
    cutOff: before?.cutOff ?? [],
    accepted: before?.accepted ?? null,
    again: before?.again ?? null,
    streaming: true,
    goal: before?.goal ?? '',
    askedAt: before?.askedAt ?? at,
    seq,
    streamed: [...(before?.streamed ?? []), { step, node, ...ofMachine, text, problems, seq, at }],
  });
}

/** What a lost call had streamed is not part of what the call that replaces it says. */
function cutPlanning(draft: Draft, address: Address): void {
  const key = withoutAttempt(address);
  const planning = draft.planning.get(key);
  if (!planning?.streaming) return;
  const cutOff = [...planning.cutOff, { streamed: planning.streamed }];
  draft.planning.set(key, { ...planning, cutOff, streamed: [], askedAt: draft.at ?? 0 });
}

/** The plan that it was last accepted with; of a machine (M5) that too. */
function acceptedOf(
  fact: Extract<Fact, { type: 'plan.replied' }>,
  before: PlanningRecord | undefined,
): Pick<PlanningRecord, 'accepted' | 'machine'> {
  const from = fact.plan === null ? before : { accepted: fact.plan, machine: fact.machine };
  const { accepted = null, machine } = from ?? {};
  return machine === undefined ? { accepted } : { accepted, machine };
}

/** An attempt of a planner is kept, also one that is served from the record of another run (P6, K8). */
export function addAttempt(draft: Draft, fact: Extract<Fact, { type: 'plan.replied' }>, seq: number): void {
  const address = withoutAttempt(fact.address);
  const before = draft.planning.get(address);
  const { attempt, plan, machine, address: call } = fact;
  const arrival = {
    askedAt: before?.askedAt ?? draft.at ?? 0,
    streamed: before?.streamed ?? [],
    cutOff: before?.cutOff ?? [],
  };
  const made = plan && (machine === undefined ? { plan } : { plan, machine });
  draft.planning.set(address, {
    address,
    ...arrival,
    streaming: false,
    goal: before?.goal ?? '',
    seq,
    attempts: [...(before?.attempts ?? []), { ...attempt, call, seq, made, arrival }],
    ...acceptedOf(fact, before),
    ...(before?.ranked === undefined ? {} : { ranked: before.ranked }),
    ...(before?.by === undefined ? {} : { by: before.by }),
    again: before?.again ?? null,
  });
}

/** The time that a server asked for is over: its node goes on. */
function endServerWait(draft: Draft, address: Address, { at, seq }: Commit): void {
  const command = draft.open.get(address);
  if (command === undefined || !isForServer(command)) return;
  goesOnAt(draft, address, seq, at);
}

/** The attempt may be left out of an answer's address (K11). */
function closeAnswered(draft: Draft, address: Address, seq: number, at: number): void {
  const place = withoutAttempt(address);
  const answered = draft.waiting.find(
    (one) => one.address === address || withoutAttempt(one.address) === place,
  );
  if (answered === undefined) return;
  closeCommand(draft, answered.address);
  goesOnAt(draft, answered.address, seq, at);
}

/** What it waited for is there. */
function goesOnAt(draft: Draft, address: Address, seq: number, at: number): void {
  const waits = endWaits(nodeAt(draft, address), at);
  touchNode(draft, address, seq, { status: 'running', message: null, waits });
}

/** Something waits at an address, from this position on. */
function addWaiting(draft: Draft, { address, ...what }: Omit<Waiting, 'since' | 'name'>): void {
  const name = namesOf(draft)(address);
  draft.waiting = [...draft.waiting, { address, since: draft.position, name, ...what }];
}

/** K6: it is known no more whether that command is being worked at, so a person is asked about it. */
function askAbout(draft: Draft, address: Address): void {
  const command = draft.open.get(address) ?? null;
  closeCommand(draft, address);
  addWaiting(draft, { address, kind: 'uncertain', command });
}

/** D11: a person is asked before this run makes a call again that an earlier one has made. */
export function askBefore(draft: Draft, command: Command): void {
  addWaiting(draft, { address: command.address, kind: 'uncertain', command, again: true });
}

/** K13: it has not left, so that nothing works at it. */
function waitFor(
  draft: Draft,
  { address, for: kind, message }: Extract<Fact, { type: 'effect.waiting' }>,
): void {
  const command = draft.open.get(address) ?? null;
  if (keptBack(draft.waiting, address)) return;
  draft.inFlight--;
  addWaiting(draft, { address, kind, command, message });
}

function goesOn(draft: Draft, address: Address): void {
  if (!keptBack(draft.waiting, address)) return;
  draft.inFlight++;
  dropWaiting(draft, address);
  const key = withoutAttempt(address);
  const planning = draft.planning.get(key);
  if (planning?.streaming) draft.planning.set(key, { ...planning, askedAt: draft.at ?? 0 });
}

/** What was paid is counted from facts alone, so that failed and late calls are in the sum too (K6, K10). */
function spend(draft: Draft, fact: Fact, seq: number): void {
  if (fact.type === 'signal.received') draft.calls += fact.calls ?? 0;
  const usage = usageOf(fact);
  if (usage === undefined) return;
  draft.usage = addUsage(draft.usage, usage);
  if (!('address' in fact)) return;
  touchNode(draft, fact.address, seq, { usage: addUsage(nodeAt(draft, fact.address).usage, usage) });
}

function usageOf(fact: Fact): Usage | undefined {
  if (fact.type === 'plan.replied') return fact.attempt.usage;
  if (fact.type === 'signal.received') return fact.usage;
  return fact.type === 'effect.succeeded' || fact.type === 'effect.failed' ? fact.usage : undefined;
}

/** A command has left: what is open, what waits, how many calls. */
export function foldCommand(draft: Draft, command: Command, seq: number): void {
  if (command.kind === 'cancel') {
    closeCommand(draft, command.address);
    return;
  }
  if (command.kind === 'observe') {
    draft.calls++;
    return;
  }
  closeCommand(draft, command.address);
  draft.open.set(command.address, command);
  if (isWork(command)) draft.inFlight++;
  if (isForServer(command)) draft.serverWaits++;
  if (command.kind === 'wait') {
    touchNode(draft, command.address, draft.position, { message: command.message });
    addWaiting(draft, { address: command.address, kind: command.for, command });
  }
  if (command.kind === 'listen') addWaiting(draft, { address: command.address, kind: 'signal', command });
  if (command.kind !== 'call' && command.kind !== 'plan') return;
  draft.calls++;
  touchNode(draft, command.address, seq, {
    calls: nodeAt(draft, command.address).calls + 1,
    // What guards and merges call is no tool of the step itself.
    ...(command.kind === 'call' && !command.address.includes('!') ? { tool: command.capability } : {}),
  });
  if (command.kind === 'plan') beginPlanning(draft, command, seq);
}

/** The open command of that address is answered or withdrawn; nothing happens when there is none. */
export function closeCommand(draft: Draft, address: Address): void {
  const command = draft.open.get(address);
  if (command === undefined) return;
  draft.open.delete(address);
  // What has not left was not in flight (K13).
  if (keptBack(draft.waiting, address)) {
    dropWaiting(draft, address);
    return;
  }
  if (isWork(command)) draft.inFlight--;
  if (isForServer(command)) draft.serverWaits--;
  if (command.kind === 'wait' || command.kind === 'listen') dropWaiting(draft, address);
}

/** Whether a call of that address has not left, for want of a connection or a file (K13). */
function keptBack(waiting: Draft['waiting'], address: Address): boolean {
  return waiting.some((one) => one.address === address && (one.kind === 'connection' || one.kind === 'file'));
}

/** Nothing of this address waits any more. */
export function dropWaiting(draft: Draft, address: Address): void {
  if (draft.waiting.some((one) => one.address === address)) {
    draft.waiting = draft.waiting.filter((one) => one.address !== address);
  }
}

/** A run whose only open commands are waits and their timeouts is waiting, not running. */
function isWork(command: Command): boolean {
  if (command.kind === 'timer') return !isBound(command) && !isForServer(command);
  return command.kind === 'call' || command.kind === 'plan' || command.kind === 'evaluate';
}

/** Each call starts an empty drawing: the steps of a refused call do not belong to the next one's plan. */
function beginPlanning(draft: Draft, command: PlanCommand, seq: number): void {
  const address = withoutAttempt(command.address);
  const attempts = draft.planning.get(address)?.attempts ?? [];
  const empty = { streamed: [], cutOff: [], streaming: true, accepted: null, again: command.again ?? null };
  const { goal } = command;
  draft.planning.set(address, { address, goal, seq, attempts, askedAt: draft.at ?? 0, ...empty });
}
