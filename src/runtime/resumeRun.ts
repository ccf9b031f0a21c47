import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { type Command, type Commit, dueAt, fold, isFinished, openCommands, type TimerCommand } from '#kernel';
import type { Workspace } from '#plan';
import { waitForRuns } from './dependencies';
import { documentsOfRun } from './documentsOfRun';
import { Driver } from './driver';
import { handleOf } from './handle';
import type { Host } from './host';
import { isPausedOffline } from './offline';
import type { RunHandle } from './runHandle';
import { boundedHost } from './startRun';

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
