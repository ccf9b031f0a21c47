import { type Address, type Hash, inCanonicalOrder } from '#base';
import {
  type Commit,
  type Entry,
  type Fact,
  isFinished,
  type RunStarted,
  type RunState,
  seal,
  step,
} from '#kernel';
import type { CapabilityPlan, Feature } from '#plan';
import { type SetAside, spentSince } from '../bench';
import { steps } from './plans';

/** What a run of the kernel leaves behind: the whole ledger, sealed or not. */
export interface Driven extends SetAside {
  readonly calls: number;
  readonly commits: readonly Commit[];
  /** Of facts that bring a plan (the start, a reply): it is read, checked, hashed and compiled, then its first step begins. */
  readonly setAsideUs: number;
}

/** What the nodes of `guarded` may name: asked before them, told after them. */
const FEATURES: readonly Feature[] = [
  { id: 'pre', capability: 'echo', phase: 'pre', kind: 'guard' },
  { id: 'post', capability: 'echo', phase: 'postSuccess', kind: 'observer' },
];

const NO_HASH = '0'.repeat(64) as Hash;

/** The fact that starts a run without limits on dynamic plans: the bench sets what users would have to raise. */
export function started(plan: CapabilityPlan): RunStarted {
  const capabilities = [{ id: 'echo', description: '', input: {}, output: {}, effect: 'pure' as const }];
  return {
    type: 'run.started',
    runId: 'bench',
    planHash: NO_HASH,
    closure: {
      plans: [plan],
      prompts: [],
      planners: [],
      models: [],
      policies: [],
      capabilities,
      features: FEATURES,
    },
    input: {},
    labels: {},
    limits: { planSteps: 10_000, plannerDepth: 3, dynamicSteps: 100_000 },
    budget: {},
    flags: [],
    seed: 1,
    paused: false,
  };
}

/**
 * Drives a run to its end with an outside that answers at once. As the runtime's driver does it, every fact is put into
 * canonical order first (K4), and every commit is kept.
 *
 * @param late how many facts for nobody come before the first answer; what they take is set aside
 */
export function drive(plan: CapabilityPlan, sealed: boolean, planned = 0, late = 0): Driven {
  const commits: Commit[] = [];
  const waiting: Fact[] = [started(plan)];
  let state: RunState | null = null;
  let calls = 0;
  let setAsideUs = 0;
  for (let next = 0; next < waiting.length; next++) {
    const given = waiting[next];
    if (given === undefined) break;
    const begun = bringsPlan(given) ? process.cpuUsage() : null;
    const fact = inCanonicalOrder(given);
    const stepped: {
      state: RunState;
      entries: readonly Entry[];
      commands: readonly { kind: string; address: Address }[];
    } = step(state, fact);
    state = stepped.state;
    commits.push(commitOf(commits, fact, stepped.entries, sealed));
    if (next === 0) state = afterLate(state, late, commits, sealed);
    if (begun) setAsideUs += spentSince(begun);
    for (const command of stepped.commands) {
      if (command.kind === 'call') calls++;
      const answer = answerTo(command, planned);
      if (answer !== null) waiting.push(answer);
    }
  }
  if (state === null || !isFinished(state)) throw new Error('the run did not end');
  return { calls, commits, setAsideUs };
}

/** The ledger grows by facts for nobody, and nothing else changes. */
function afterLate(before: RunState, late: number, commits: Commit[], sealed: boolean): RunState {
  let state = before;
  for (let left = late; left > 0; left--) {
    const stepped = step(state, FOR_NOBODY);
    state = stepped.state;
    commits.push(commitOf(commits, FOR_NOBODY, stepped.entries, sealed));
  }
  return state;
}

const FOR_NOBODY: Fact = { type: 'effect.succeeded', address: '/nobody#1' as Address, result: null };

function bringsPlan({ type }: Fact): boolean {
  return type === 'run.started' || type === 'plan.replied';
}

function commitOf(
  commits: readonly Commit[],
  fact: Fact,
  entries: readonly Entry[],
  sealed: boolean,
): Commit {
  const at = commits.length;
  if (sealed) return seal(commits.at(-1) ?? null, { at, fact, entries });
  return { seq: at, at, fact, entries, hash: NO_HASH };
}

function answerTo(command: { kind: string; address: Address }, planned: number): Fact | null {
  if (command.kind === 'call') return { type: 'effect.succeeded', address: command.address, result: null };
  if (command.kind !== 'plan') return null;
  return {
    type: 'plan.replied',
    address: command.address,
    plan: steps(planned),
    attempt: {
      flavour: 'rules',
      madeBy: 'bench',
      model: null,
      template: null,
      prompt: null,
      parameters: {},
      seed: null,
      reply: null,
      problems: [],
      repairs: [],
      usage: {},
      latencyMs: 0,
      verdict: 'accepted',
    },
  };
}
