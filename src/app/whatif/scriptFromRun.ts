import { type Address, type Json, type JsonObject, withoutAttempt } from '#base';
import type { Commit, Fact } from '#kernel';
import { OneLeafNodes } from './oneLeaf';
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
