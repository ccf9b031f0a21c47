import type { Commit } from '#kernel';
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
import { lineOf } from '../outcome';
import { withoutAttempts } from './answers';

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
