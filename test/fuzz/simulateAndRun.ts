import { type JsonObject, withoutAttempt } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { type Commit, type Fact, fold, runVariables, statusOf } from '#kernel';
import { type CapabilityDescriptor, readScript, type Workspace } from '#plan';
import {
  type CallContext,
  CallError,
  CallResult,
  catalogueOf,
  type RunHandle,
  SimulatedClock,
  simulate,
  startRun,
} from '#runtime';
import { Outcomes, type Script, type ScriptEvent } from '../laws/reference/language';
import { lineOf } from '../notation/run';
import { at, hostOf } from '../runtime/notation';

/** What simulating and running have in common. */
export interface Course {
  readonly lines: readonly string[];
  readonly status: string;
  readonly outputs: JsonObject;
  readonly variables: JsonObject;
  /** A planner's reply was no plan. */
  readonly isRefused: boolean;
}

const PROPOSE: CapabilityDescriptor = {
  id: 'propose',
  description: '',
  input: {},
  output: {},
  effect: 'read',
};

export async function simulatedWith(whole: Workspace, script: Script): Promise<Course> {
  const read = readScript(JSON.parse(JSON.stringify(script)));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const catalogue = new Map([...BUILT_IN_CATALOGUE, [PROPOSE.id, PROPOSE]]);
  const made = await simulate({
    workspace: whole,
    plan: 'main',
    script: read.value,
    catalogue: catalogueOf(whole, { catalogue, find: () => undefined }),
  });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return courseOf(made.value.commits);
}

/** A run whose capabilities answer what the script says, when it says so. */
export async function ranWith(whole: Workspace, script: Script): Promise<Course> {
  const clock = new SimulatedClock(0);
  const outcomes = new Outcomes(script);
  const work = async (_input: JsonObject, { address, signal }: CallContext): Promise<unknown> => {
    const { afterMs, output = null, error, break: breaks, waitFor } = outcomes.next(keyOf(address));
    await new Promise<void>((resolve) => {
      clock.after(afterMs, resolve);
    });
    if (signal.aborted) return null;
    if (error) throw new CallError(error);
    return new CallResult(
      output,
      {},
      { ...(breaks ? { break: breaks } : {}), ...(waitFor ? { waitFor } : {}) },
    );
  };
  const host = hostOf({ echo: work, propose: work }, { clock, effectsInFlight: 200 });
  let run: RunHandle | null = null;
  // Made before anything leaves: what happens outside comes first in its millisecond.
  for (const event of script.events) clock.after(event.atMs, () => void run?.send(factOf(event)));
  const started = startRun(host, { workspace: whole, plan: 'main', input: {}, runId: 'simulation' });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  run = started.value;
  for (let left = 5_000; !isOver(run.commits); left--) {
    if (left === 0) throw new Error('It goes on for ever.');
    await quiet(run);
    if (!clock.ring()) break;
  }
  run.close();
  return courseOf(run.commits);
}

/**
 * Until nothing moves by itself any more; the clock stands still meanwhile. A parser in JSONata gives way in between by a timer
 * of the machine: one that is set after it rings after it.
 */
async function quiet(run: RunHandle): Promise<void> {
  const turns = [setImmediate, setImmediate, setImmediate, setTimeout, setTimeout];
  for (let idle = 0; idle < turns.length; ) {
    const before = run.commits.length;
    await new Promise((resolve) => turns[idle]?.(resolve));
    idle = run.commits.length === before ? idle + 1 : 0;
  }
}

/** A call is answered under its KEY; those of a planner are counted, and share one. */
function keyOf(address: string): string {
  const [node = '', call] = address.split('!');
  const named = call === undefined || /^\d+$/.test(call) ? '' : `!${call}`;
  return `${withoutAttempt(at(node))}${named}`;
}

function courseOf(commits: readonly Commit[]): Course {
  const end = commits.findIndex(({ entries }) => entries.some(({ kind }) => ENDS.has(kind)));
  const told = end < 0 ? commits : commits.slice(0, end + 1);
  const folded = fold(told);
  if (!folded.ok) throw new Error(folded.problem.message);
  const from = commits[0]?.at ?? 0;
  return {
    lines: told
      .flatMap((commit) => commit.entries.map((entry) => `${commit.at - from} ${lineOf(entry)}`))
      .filter(isShared),
    status: statusOf(folded.value),
    outputs: folded.value.outputs,
    variables: runVariables(folded.value),
    isRefused: told.some(isRefusal),
  };
}

const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/** A call that was withdrawn is answered all the same by a script, and by nobody in a run. */
function isShared(line: string): boolean {
  return !/^\d+ late \S+ (effect|plan)\./.test(line);
}

/** A reply that came in time, and was no plan. */
function isRefusal({ fact, entries }: Commit): boolean {
  const isLate = entries.some(({ kind }) => kind === 'late');
  return fact.type === 'plan.replied' && fact.plan === null && !isLate;
}

function isOver(commits: readonly Commit[]): boolean {
  return commits.some(({ entries }) => entries.some(({ kind }) => ENDS.has(kind)));
}

function factOf(event: ScriptEvent): Fact {
  if ('answer' in event)
    return { type: 'answer.given', address: at(event.answer.address), value: event.answer.value };
  if ('signal' in event) return { type: 'signal.received', event: event.signal, data: event.data };
  if (event.command === 'cancel') return { type: 'run.cancelled' };
  return event.command === 'pause' ? { type: 'run.paused', reason: 'user' } : { type: 'run.resumed' };
}
