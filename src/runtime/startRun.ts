import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { type Command, type Commit, dueAt, fold, isFinished, openCommands, type TimerCommand } from '#kernel';
import type { Workspace } from '#plan';
import { catalogueOf } from './closure';
import { waitForRuns } from './dependencies';
import { documentsOfRun, keepTexts } from './documents';
import { Driver } from './driver';
import { firstFact, type StartOptions } from './firstFact';
import { handleOf } from './handle';
import type { Host } from './host';
import { boundedModels } from './modelMeter';
import { isPausedOffline } from './offline';
import { hostNameOf } from './origin';
import type { RunHandle } from './runHandle';

/**
 * Starts a run. Its first commit is on its way when this returns; follow it with `subscribe`, wait with `atRest` or
 * `done`.
 *
 * @returns the handle, or every reason why the plan cannot run: its errors (E4), or an input that it refuses (V1)
 * @example
 * const run = startRun(host, { workspace, plan: 'main', input: { question: 'How many?' } });
 * if (run.ok) await run.value.done;
 */
export function startRun(host: Host, options: StartOptions): Result<RunHandle, readonly Diagnostic[]> {
  const runId = options.runId ?? host.ids.runId();
  const catalogue = catalogueOf(options.workspace, host.capabilities);
  const hosts = hostsBehind(options.workspace, host);
  const started = firstFact({ ...options, runId, hosts }, catalogue);
  if (!started.ok) return started;
  const { documents } = options.workspace;
  const { blobs } = host;
  const driver = new Driver({
    host: boundedHost(host),
    runId,
    documents,
    state: null,
    commits: [],
    reuse: options.reuse,
    keepFirst: async () => {
      if (blobs && started.value.closure.documents) await keepTexts(documents, blobs);
    },
  });
  const handle = handleOf(runId, driver);
  void driver.send(started.value);
  waitForRuns(driver, host, started.value.dependsOn ?? []);
  return ok(handle);
}

/** P13, P15: where calls of the workspace's models go, as far as their slots are filled. */
function hostsBehind({ models }: Workspace, host: Host): { readonly [slot: string]: string } {
  const hosts: Record<string, string> = {};
  for (const { connection } of models) {
    const address = host.addressOf?.(connection) ?? null;
    const name = address === null ? null : hostNameOf(address);
    if (name !== null) hosts[connection] = name;
  }
  return hosts;
}

/** The host with models whose replies end (case E4), for planners and capabilities alike. */
function boundedHost(host: Host): Host {
  return { ...host, models: boundedModels(host.models, host.clock) };
}

/**
 * K6: takes up a run from its ledger. One that was going reads *paused (interrupted)* until `resume`; then what was
 * open and may be repeated (pure, read, idempotent) leaves again, timers count from when they were set, and what may
 * already have happened is asked about (`settle`). No finished effect is ever repeated.
 *
 * @param commits the whole ledger of the run, in order
 * @param workspace where its documents are, as long as they are what the run began with (W8)
 */
export function resumeRun(
  host: Host,
  commits: readonly Commit[],
  workspace: Workspace,
): Result<RunHandle, readonly Diagnostic[]> {
  const started = commits[0]?.fact;
  if (started?.type !== 'run.started') return err([notALedger()]);
  const state = fold(commits);
  if (!state.ok) return err([state.problem]);
  const driver = new Driver({
    host: boundedHost(host),
    runId: started.runId,
    documents: documentsOfRun(started, workspace.documents),
    state: state.value,
    commits,
  });
  const handle = handleOf(started.runId, driver);
  if (isFinished(state.value)) return ok(handle);
  // Whether the network was off when the page was lost says nothing about now.
  if (!driver.isPaused || isPausedOffline(state.value))
    void driver.send({ type: 'run.paused', reason: 'interrupted' });
  waitForRuns(driver, host, state.value.pendingOn);
  takeUp(driver, openCommands(state.value), commits);
  for (const { address } of state.value.withdrawn) driver.tellNothingCame(address);
  return ok(handle);
}

function takeUp(driver: Driver, open: readonly Command[], commits: readonly Commit[]): void {
  const issued = issueTimes(commits);
  const issuedAt = (command: Command): number => issued.get(command.address) ?? 0;
  // Effects first, so that their timeouts find them waiting; then timers in the order in which they came due (R19).
  const due = (timer: TimerCommand): number => dueAt(timer, issuedAt(timer));
  const timers = open
    .filter((command) => command.kind === 'timer')
    .sort((one, other) => due(one) - due(other));
  for (const command of [...open.filter(({ kind }) => kind !== 'timer'), ...timers]) {
    if (isRepeatable(command)) driver.takeUp(command, issuedAt(command));
    else void driver.send({ type: 'effect.uncertain', address: command.address });
  }
}

/** A model call is `read`: repeated, charged twice, shown as such (K6). Waits and timers cost nothing to repeat. */
function isRepeatable(command: Command): boolean {
  if (command.kind !== 'call') return true;
  return command.effect === 'pure' || command.effect === 'read' || command.idempotent;
}

function issueTimes(commits: readonly Commit[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { at, entries } of commits)
    for (const entry of entries) if (entry.kind === 'command') times.set(entry.data.command.address, at);
  return times;
}

function notALedger(): Diagnostic {
  return problem(
    'LEDGER_INVALID',
    'This ledger does not begin with the start of a run.',
    'Choose the whole ledger of a run, from its first line.',
  );
}
