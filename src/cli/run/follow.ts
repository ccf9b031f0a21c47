import type { Address } from '#base';
import { type Command, type Commit, fold, isFinished, isForServer, openCommands, statusOf } from '#kernel';
import { hears } from '#plan';
import type { RunHandle } from '#runtime';
import { type Answer, takeAnswer } from './answers';
import type { GivenSignal } from './signals';

/** What goes on around a run. */
interface Around {
  /** Whether the plan that runs is a state machine. */
  readonly isMachine: boolean;
  /** Resolves when neither it, nor a run that it has started, moves by itself. */
  readonly atRest: () => Promise<void>;
}

/** Sends signals to a run, one after the other. */
export function send(run: RunHandle, signals: readonly GivenSignal[]): void {
  for (const { event, data } of signals) void run.signal(event, data);
}

/**
 * Follows a run until nothing in it moves by itself, and gives each answer when its node starts to wait (H1).
 *
 * @param signals sent right after resume, or where a machine hears them
 * @param answers those that are given are taken out
 * @param resumed set when the run was taken up: it goes on, with more calls where that was asked for, and without what it allowed at
 *   these addresses (K15)
 */
export async function follow(
  run: RunHandle,
  answers: Answer[],
  signals: readonly GivenSignal[],
  resumed: { readonly calls: number | undefined; readonly revoked: readonly Address[] } | null,
  around: Around,
): Promise<void> {
  if (resumed && hasEnded(run.commits)) return;
  const { isMachine, atRest } = around;
  if (resumed) {
    await run.atRest();
    const waiting = openCommandsOf(run.commits);
    for (const address of resumed.revoked) await run.send({ type: 'policy.revoked', address });
    if (resumed.calls !== undefined)
      await run.send({ type: 'budget.raised', budget: { calls: resumed.calls } });
    // What a plan has paused waits for its input, or for its event (M4).
    if (!waiting.some(isPause)) await run.resume();
    for (const command of waiting) give(run, answers, command);
  }
  for (const signal of signals) {
    // A machine hears an event where it stands, and drops what it has no use for there (M1): each waits its turn.
    if (isMachine) await restThatHears(run, signal.event, atRest);
    send(run, [signal]);
  }
  await atRest();
  while (await movesSoon(run)) await atRest();
}

/** Gives answers to the waits of a run that begin from now on (H1). */
export function answering(run: RunHandle, answers: Answer[]): void {
  run.subscribe((commit) => {
    for (const command of commandsOf(commit)) give(run, answers, command);
  });
}

/** Until the run is at rest, and somebody there hears an event, unless that takes long. */
async function restThatHears(run: RunHandle, event: string, atRest: Around['atRest']): Promise<void> {
  await atRest();
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && !isAwaited(run, event) && (await movesSoon(run))) await atRest();
}

function isAwaited({ commits }: RunHandle, type: string): boolean {
  return openCommandsOf(commits).some(
    (command) => command.kind === 'listen' && command.events.some(({ event }) => hears(event, type)),
  );
}

/** A run that has ended is only told of again: nothing is added to its ledger. */
function hasEnded(commits: readonly Commit[]): boolean {
  const state = fold(commits);
  return state.ok && isFinished(state.value);
}

/** A timeout that is so near is waited for; whoever is asked for longer than that is not there. */
const PATIENCE_MS = 3_000;

/**
 * Waits for what the run does next where a timer will move it: soon, if somebody could answer instead, else whenever it
 * is due. False when nothing will.
 */
async function movesSoon(run: RunHandle): Promise<boolean> {
  const state = fold(run.commits);
  if (!state.ok || run.trouble || isFinished(state.value)) return false;
  const status = statusOf(state.value);
  if (status !== 'waiting' && status !== 'running') return false;
  const seen = run.commits.length;
  const moves = openCommands(state.value).some(
    (command) =>
      command.kind === 'timer' &&
      (status === 'running' ||
        isForServer(command) ||
        (command.purpose !== 'until' && command.afterMs <= PATIENCE_MS)),
  );
  if (!moves) return false;
  await new Promise<void>((resolve) => {
    const listening = [run.subscribe(moved), run.onTrouble(moved)];
    function moved(): void {
      for (const stop of listening) stop();
      resolve();
    }
    if (run.commits.length > seen) moved();
  });
  return true;
}

function isPause(command: Command): boolean {
  return command.kind === 'wait' && command.for === 'resume';
}

function give(run: RunHandle, answers: Answer[], command: Command): void {
  if (command.kind !== 'wait') return;
  const answer = takeAnswer(answers, command);
  if (answer) void run.answer(command.address, answer.value);
}

function commandsOf({ entries }: Commit): readonly Command[] {
  return entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []));
}

function openCommandsOf(commits: readonly Commit[]): readonly Command[] {
  const state = fold(commits);
  return state.ok ? openCommands(state.value) : [];
}
