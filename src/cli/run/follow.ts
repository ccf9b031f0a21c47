import { type Address, isAddress, isEventType, type Json, LIMITS, parseExactJson } from '#base';
import { type Command, type Commit, fold, isFinished, isForServer, openCommands, statusOf } from '#kernel';
import { eventOfOurs, hears, type Workspace } from '#plan';
import {
  type ArgumentOrigins,
  countsOfRevision,
  fallbacksOf,
  type Origin,
  originsOf,
  originsOfArguments,
  project,
  revisionsIn,
  wordsOfOrigin,
} from '#projection';
import { type RunHandle, startOf } from '#runtime';
import { lineOf, refuse } from '../outcome';

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

type Waiting = ReturnType<typeof project>['waiting'][number];

/**
 * What people are told of a run that has come to its rest: what it has not taken, why it has failed, what it waits for and
 * who could give it.
 *
 * @param since how many commits there were before
 */
export function wordsOfRun(run: RunHandle, since: number): readonly string[] {
  return [
    ...unreadIn(run),
    ...refusedIn(run.commits.slice(since)),
    ...fallbacksIn(run),
    ...revisedIn(run),
    ...stateOf(run),
  ];
}

/** P16: it started without what its session holds. */
function unreadIn({ commits }: RunHandle): readonly string[] {
  const session = startOf(commits)?.session;
  if (session === undefined || !('unread' in session)) return [];
  return [`The run started without what its session holds: ${session.unread}`];
}

/** P5: a plan that rules made in place of a model that failed. */
function fallbacksIn({ commits }: RunHandle): readonly string[] {
  return fallbacksOf(project(commits)).map(({ name, address, madeBy, because, problem }) => {
    const reason = problem === null ? '' : `: ${problem.code}: ${problem.message}`;
    return `"${name}" (${withoutAttempts(address)}) was planned by ${madeBy}, because ${because}${reason}`;
  });
}

/** P9: plans that took the place of others that were in doubt. */
function revisedIn({ commits }: RunHandle): readonly string[] {
  return revisionsIn(project(commits)).map((revision) => {
    const counts = Object.entries(countsOfRevision(revision)).filter(([, count]) => count > 0);
    const what = counts.map(([change, count]) => `${count} ${change}`).join(', ');
    const done = revision.isProposed ? 'would be' : 'was';
    return `${withoutAttempts(revision.executor)} ${done} re-planned (revision ${revision.revision}: ${what}): ${revision.reason}`;
  });
}

/** An answer or a command that was of no use there. */
function refusedIn(commits: readonly Commit[]): readonly string[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.kind === 'refused' ? [`Not taken (${entry.address}): ${lineOf(entry.data.problem)}`] : [],
    ),
  );
}

function stateOf({ commits, trouble }: RunHandle): readonly string[] {
  const view = project(commits);
  const error = trouble ?? view.error;
  if (error) {
    const at = 'address' in error && typeof error.address === 'string' ? ` (${error.address})` : '';
    return [`error ${error.code}${at}: ${error.message} ${error.help ?? ''}`.trim()];
  }
  return view.waiting.flatMap((waiting) => [
    wordsOf(waiting),
    ...wordsOfOrigins(originsOf(view, waiting)),
    ...originsOfArguments(view, waiting).map(wordsOfArgument),
  ]);
}

/** P15: what whoever chose the call had read. */
function wordsOfOrigins(origins: readonly Origin[]): readonly string[] {
  if (origins.length === 0) return [];
  return [
    `Text from outside may have led to this call. It was read by ${origins.map(wordsOfOrigin).join(', ')}.`,
  ];
}

/** P15: what one of its arguments is made of. */
function wordsOfArgument({ argument, from }: ArgumentOrigins): string {
  const what = argument === undefined ? 'Its input' : `Its argument "${argument}"`;
  return `${what} comes from ${from.map(wordsOfOrigin).join(', ')}.`;
}

/** An answer that would do, where there are decisions and no form. */
function exampleOf(command: Waiting['command']): string {
  if (command?.kind !== 'wait' || command.schema !== null) return 'JSON';
  const [first] = command.decisions;
  if (first === undefined) return 'JSON';
  return JSON.stringify({ decision: first.id, ...(command.call && { hash: command.call.hash }) });
}

/** The call that is to be approved (K15): what, and with which arguments. */
function calling(command: Waiting['command']): string {
  const call = command?.kind === 'wait' ? command.call : undefined;
  if (call === undefined) return '';
  const to = call.host === undefined ? '' : ` to ${call.host}`;
  return ` of a call of ${call.capability}${to} with ${JSON.stringify(call.input)}`;
}

function wordsOf({ address, kind, name, command, message, again }: Waiting): string {
  const at = withoutAttempts(address);
  const who = name === '' ? at : `"${name}" (${at})`;
  switch (kind) {
    case 'answer':
    case 'approval':
      return `${who} waits for an ${kind}${calling(command)}: give it with --answer '${at}=${exampleOf(command)}'.`;
    case 'resume':
      return `${who} has paused the run: continue with --resume, and give its input with --answer '${at}=JSON'.`;
    case 'connection':
      return `${who} waits for a connection: set PLANLOOM_CONNECTION_<NAME>_URL and _KEY, then continue with --resume.`;
    case 'file':
      return `${who} waits for a file: ${message ?? ''} Name it with --file PATH, or put it into FILE.blobs under its hash, and continue with --resume.`;
    case 'uncertain':
      return again
        ? `${who} was called by the run before, and doing it twice could matter: look, then settle it in the app.`
        : `${who} may have happened or not: look, then settle it in the app.`;
    case 'signal': {
      const events = command?.kind === 'listen' ? command.events.map(({ event }) => event) : [];
      return `${who} waits for ${events.join(' or ') || 'a signal'}: send it with --signal 'NAME=JSON'.`;
    }
  }
}

/** An answer that waits for its question. */
export interface Answer {
  readonly address: string;
  readonly value: Json;
}

/** H1 `--answer ADDRESS=JSON`. @throws Refusal when it is not of that form */
export function readAnswer(given: string): Answer {
  const [, address, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? [];
  const help = `For example --answer '/ask={"decision": "approve"}'.`;
  if (address === undefined || text === undefined || !isAddress(address))
    throw refuse('USAGE', `--answer takes ADDRESS=JSON, not "${given}".`, help);
  const value = parseExactJson(text, LIMITS.jsonDepth);
  if (!value.ok) throw refuse('USAGE', `--answer ${address}: ${value.problem.message}`, help);
  return { address, value: value.value };
}

/** Takes the oldest answer that is meant for a wait; the attempt may be left out of its address. */
function takeAnswer(answers: Answer[], wait: Extract<Command, { kind: 'wait' }>): Answer | undefined {
  const index = answers.findIndex(
    ({ address }) => address === wait.address || address === withoutAttempts(wait.address),
  );
  return index < 0 ? undefined : answers.splice(index, 1)[0];
}

/** `/ask#1` is `/ask`, and `/execute!approve` stays: what waits there is another question. */
export function withoutAttempts(address: Address): string {
  return address.replace(/#\d+(?=$|!)/, '');
}

/** A signal that is sent right after start or resume. */
interface GivenSignal {
  readonly event: string;
  readonly data: Json;
}

/** H1 `--signal NAME=JSON`. @throws Refusal when it is not of that form */
export function readSignal(given: string): GivenSignal {
  const [, event, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? [];
  const help = `For example --signal 'paid={"amount": 12}'.`;
  if (event === undefined || text === undefined)
    throw refuse('USAGE', `--signal takes NAME=JSON, not "${given}".`, help);
  const data = parseExactJson(text, LIMITS.jsonDepth);
  if (!data.ok) throw refuse('USAGE', `--signal ${event}: ${data.problem.message}`, help);
  return { event, data: data.value };
}

/** The same by the name that a machine of the workspace hears it under, also where it was imported under another. */
export function namedHere({ event, data }: GivenSignal, { plans }: Workspace): GivenSignal {
  const names = plans.map((plan) => (plan.kind === 'state-machine' ? eventOfOurs(plan, event) : event));
  const ours = names.find((name) => name !== event) ?? event;
  if (!isEventType(ours))
    throw refuse(
      'USAGE',
      `--signal takes NAME=JSON, where NAME is the type of an event, and "${event}" is not one.`,
      'A type begins with a letter and continues with letters, digits, "_", "." and "-"; "xstate." is reserved.',
    );
  return { event: ours, data };
}
