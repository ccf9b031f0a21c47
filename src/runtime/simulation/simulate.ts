import { type Diagnostic, err, type JsonObject, ok, type Result } from '#base';
import { type Commit, type KernelStatus, type RunError, runVariables, statusOf } from '#kernel';
import type { Catalogue, Script, Workspace } from '#plan';
import { firstFact } from '../firstFact';
import { guardsIn, speaksOf } from './scriptedOutcomes';
import { type Rested, SimulatedRun } from './simulatedRun';
import { type TimelineLine, timelineOf } from './timeline';

export type { TimelineLine, TimelineStatus } from './timeline';

export interface SimulationOptions {
  readonly workspace: Workspace;
  /** Id of the capability plan. */
  readonly plan: string;
  readonly script: Script;
  /** What the plan may name; nothing of it is called. */
  readonly catalogue: Catalogue;
  /** Id that its ledger bears; the same for all by default. */
  readonly runId?: string;
}

/** What a simulation came to (H4). `virtualMs` is when the run ended or, if it waits, when anything last happened. */
export interface SimulationReport {
  readonly status: KernelStatus;
  readonly outputs: JsonObject;
  readonly variables: JsonObject;
  readonly error?: RunError;
  readonly virtualMs: number;
  readonly commits: number;
  readonly timeline: readonly TimelineLine[];
}

export interface Simulation {
  readonly report: SimulationReport;
  /** The ledger, as a run with this outside would have written it; its first fact says that it is simulated. */
  readonly commits: readonly Commit[];
  /** KEYs of the script that answered nothing: mistyped, or of nodes that never asked. */
  readonly unused: readonly string[];
}

/** A simulation has no chance in it: equal plans and scripts write equal ledgers. */
const RUN_ID = 'simulation';

/**
 * Simulates a capability plan (H4): the real kernel on a virtual clock, with an outside that is a script. No effect is
 * performed and no port called; only TRANSFORM is evaluated.
 *
 * @returns every reason why the plan cannot run with the script's inputs, `SIMULATION_TOO_LONG`, or what it came to;
 *   a run that fails, waits or is paused is a simulation that succeeded
 * @example
 * const script = readScript({ nodes: { look: [{ afterMs: 10, error: { code: 'DOWN', message: 'No.' } }] } });
 * if (script.ok) await simulate({ workspace, plan: 'main', script: script.value, catalogue });
 */
export async function simulate(
  options: SimulationOptions,
): Promise<Result<Simulation, readonly Diagnostic[]>> {
  const { workspace, plan, script, catalogue, runId = RUN_ID } = options;
  const simulated = { guards: guardsIn(script), speaksOf: (node: string) => speaksOf(script, node) };
  const started = firstFact({ workspace, plan, input: script.inputs, runId, simulated }, catalogue);
  if (!started.ok) return started;
  const rested = await new SimulatedRun(started.value, script).toItsRest();
  if (!rested.ok) return err([rested.problem]);
  const { commits, unused } = rested.value;
  return ok({ commits, unused, report: reportOf(rested.value) });
}

function reportOf({ state, commits }: Rested): SimulationReport {
  return {
    status: statusOf(state),
    outputs: state.outputs,
    variables: runVariables(state),
    ...(state.error === null ? {} : { error: state.error }),
    virtualMs: virtualEnd(commits),
    commits: commits.length,
    timeline: timelineOf(commits),
  };
}

const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

function virtualEnd(commits: readonly Commit[]): number {
  const end =
    commits.find(({ entries }) => entries.some(({ kind }) => ENDS.has(kind))) ?? commits.findLast(isEvent);
  return (end?.at ?? 0) - (commits[0]?.at ?? 0);
}

/** Neither something that came too late, nor a timer that came due during a pause and waits for the resume (R19). */
function isEvent({ fact, entries }: Commit): boolean {
  return entries.length === 0 ? fact.type !== 'timer.fired' : entries.some(({ kind }) => kind !== 'late');
}
