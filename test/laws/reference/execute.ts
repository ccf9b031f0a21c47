import type { Json, JsonObject } from '#base';
import { come, goOn } from './follow';
import { Outcomes, type PlainFeature, type PlainPlan, type Script } from './language';
import { happen } from './outside';
import { openScope } from './scopes';
import { trying } from './settle';
import { type Due, type Failure, type Run, type Scope, say, shown } from './state';
import { TYPES } from './types';
import { instanceOf } from './types/plans';
import { planOutputs } from './values';

/** What a plan comes to. */
export interface Execution {
  readonly phase: Run['phase'];
  readonly outputs: JsonObject;
  readonly error: string | null;
  /** The plan's variables at the end. */
  readonly variables: JsonObject;
  /** Starts, settlements and writes with their times, in their order. */
  readonly lines: readonly string[];
}

/**
 * Executes the first of the plans against a scripted outside on a virtual clock (H4), by the rules of LANGUAGE.md
 * and nothing else: after everything that happens the whole state is looked at anew. Slow on purpose.
 */
export function execute(
  plans: readonly PlainPlan[],
  script: Script,
  features: readonly PlainFeature[] = [],
): Execution {
  const run = freshRun(plans, script, features);
  begin(run);
  const events = script.events.toSorted((a, b) => a.atMs - b.atMs);
  settleAll(run);
  for (let left = 5_000; run.phase === 'going'; left--) {
    if (left === 0) throw new Error('The reference goes on for ever.');
    const due = nextDue(run);
    const event = events[0];
    if (event !== undefined && event.atMs <= (due?.at ?? Infinity)) {
      events.shift();
      run.now = Math.max(run.now, event.atMs);
      happen(run, event);
    } else if (due) {
      run.now = due.at ?? run.now;
      arrive(run, due);
    } else break;
    settleAll(run);
  }
  const variables = run.root?.plan?.variables ?? {};
  return {
    phase: run.phase,
    outputs: run.outputs,
    error: run.error?.code ?? null,
    variables,
    lines: run.lines,
  };
}

function freshRun(plans: readonly PlainPlan[], script: Script, features: readonly PlainFeature[]): Run {
  return {
    plans,
    features,
    outcomes: new Outcomes(script),
    types: TYPES,
    top: { ended: complete, failed },
    root: null,
    phase: 'going',
    now: 0,
    serial: 0,
    agenda: [],
    paused: false,
    overdue: [],
    held: [],
    signals: [],
    mutexes: {},
    background: [],
    late: [],
    outputs: {},
    error: null,
    lines: [],
  };
}

function begin(run: Run): void {
  const [plan] = run.plans;
  if (plan === undefined) return;
  const instance = trying(() => instanceOf(plan, {}));
  if ('error' in instance) failed(run, instance.error);
  else openScope(run, null, { part: 'plan', address: '', body: plan, plan: instance.value });
}

/** R22: everything that follows, before the next thing happens. */
function settleAll(run: Run): void {
  let left = 5_000;
  while (run.phase === 'going' && goOn(run)) if (left-- === 0) throw new Error('It never comes to rest.');
}

/** A result that is due in the same millisecond as a timer wins, because its call left before (L2). */
function nextDue(run: Run): Due | undefined {
  const timed = run.agenda.filter(({ at }) => at !== null);
  return timed.sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.serial - b.serial)[0];
}

const TIMERS = new Set(['timeout', 'retry', 'round', 'delay']);

/** R19: calls in flight are recorded while the run is paused, timers wait until it goes on. */
function arrive(run: Run, due: Due): void {
  if (!run.paused || !TIMERS.has(due.what.kind)) {
    come(run, due);
    return;
  }
  run.agenda = run.agenda.filter((other) => other !== due);
  run.overdue.push(due);
}

/** R15: the plan has ended, at rest or by END. */
function complete(run: Run, scope: Scope, ended: Json | undefined): void {
  const outputs = trying(() => planOutputs(scope, ended));
  if ('error' in outputs) {
    failed(run, outputs.error);
    return;
  }
  run.outputs = outputs.value;
  run.phase = 'completed';
  say(run, `completed${shown(outputs.value)}`);
}

function failed(run: Run, error: Failure): void {
  run.error = error;
  run.phase = 'failed';
  say(run, `failed ${error.code}`);
}
