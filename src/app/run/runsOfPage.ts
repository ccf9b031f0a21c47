import { type Address, problem, utf8Length, withoutAttempt } from '#base';
import { type DrivenRun, type Letters, Runs } from '#hosting';
import type { Commit, ModelMeasure, RunStarted } from '#kernel';
import type { ModelSpec } from '#plan';
import { measuresFor } from '#projection';
import { type Progress, type RunHandle, redactor, type SessionEvent } from '#runtime';
import { runBookOf, type Storage } from '#storage';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import type { LiveText, LiveTexts } from '../state/shownRun';
import { connectedBy, workspaceToRun } from '../state/slots';
import { hostOfPage, modelsToJoin } from './hostOfPage';
import { waitsOf } from './waiting';

/**
 * The runs of an open workspace that this tab drives: each is found in the list of runs, whether it is shown or goes on
 * beside the one that is.
 */
export function runsOfPage(session: Session): Runs {
  const { id, storage, state, closed } = session;
  return new Runs({
    book: runBookOf(storage, id),
    letters: lettersOfTabs(),
    workspace: () => workspaceToRun(session),
    hostFor: (writer, recorded) =>
      hostOfPage(session, writer, recorded).catch((thrown: unknown) => {
        throw new PartMissing(thrown);
      }),
    mayGoOn: (started) => mayGoOn(session, started),
    // T1: what was edited meanwhile keeps its trust, what came from outside does not have it.
    refusesGoals: () => (state.getState().trusted ? null : UNTRUSTED),
    givenToGoals: async () => ({
      pins: await storage.pins.of(id),
      measures: await measuresOf(session, workspaceToRun(session).models),
    }),
    joined: (run) => drive(session, run),
    left: closed,
  });
}

/** What runs need could not be loaded. */
export class PartMissing extends Error {
  readonly what = 'The run cannot continue: a part of the app could not be loaded.';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const UNTRUSTED = problem(
  'UNTRUSTED',
  'The workspace is not trusted, so no run of it is started for a goal.',
  'Trust it, then ask again.',
);

/** An event for a run that another tab may drive. */
interface Letter {
  readonly to: string;
  readonly event: SessionEvent;
}

const CHANNEL = 'planloom:session-events';

/** Letters between the tabs of this browser; where it has no channel between them, none. */
function lettersOfTabs(): Letters {
  let open: BroadcastChannel | null = null;
  // One for both ways, since a channel does not hear itself.
  const channel = (): BroadcastChannel | null => {
    if (typeof BroadcastChannel !== 'undefined') open ??= new BroadcastChannel(CHANNEL);
    return open;
  };
  return {
    send: (to, event) => channel()?.postMessage({ to, event } satisfies Letter),
    hear: (listener) => {
      const hearing = channel();
      if (hearing === null) return () => {};
      hearing.onmessage = ({ data: { to, event } }: MessageEvent<Letter>) => listener(to, event);
      return () => {
        hearing.close();
        open = null;
      };
    },
  };
}

/** T9: whether anything runs at this address; where nothing does, that is said. Locks and encryption need an address that is trusted. */
export function runsHere(): boolean {
  if (globalThis.isSecureContext !== false) return true;
  say({
    tone: 'bad',
    text: `The browser does not trust ${location.origin}, so that nothing runs here: it shows and replays.`,
    help: 'Open it over https, or on the device that serves it, as localhost. "planloom serve" takes --tls-cert and --tls-key.',
    code: 'ADDRESS_UNTRUSTED',
  });
  return false;
}

/** P7: what the person's own attempts say of these models. A run begins without where storage refuses to tell. */
export async function measuresOf(
  { id, storage }: Session,
  models: readonly ModelSpec[],
): Promise<readonly ModelMeasure[]> {
  if (models.length < 2) return [];
  try {
    return measuresFor(await storage.runs.attempts(), id, models);
  } catch {
    return [];
  }
}

/**
 * Joins a run that this tab drives to the page until it is over: commits, progress, trouble. It goes on whether it is
 * shown or not; one that is shown is steered from now on, whoever had it before.
 */
function drive(session: Session, { handle, lost, kept }: DrivenRun): void {
  const { editor, storage, shown } = session;
  const { runId } = handle;
  editor.cursor.attach(runId, handle.commits, true);
  const tellStatus = statusTeller(session, runId);
  handle.subscribe((commit) => {
    editor.cursor.append(runId, commit);
    tellStatus();
  });
  handle.onTrouble((trouble) => shown.hear(handle, { trouble }));
  const progress = progressOf(
    (texts) => shown.hear(handle, { progress: texts }),
    () => storage.vault.secrets(),
  );
  handle.onProgress(progress.hear);
  void handle.done.then(() => {
    editor.cursor.setHosted(runId, false);
    shown.letGo(handle);
  });
  void kept.then((trouble) => {
    if (trouble !== null)
      say({ tone: 'bad', text: 'What the run did is not kept in its session.', help: trouble });
  });
  void lost.then(() => handOver(session, handle));
  if (editor.runs.getState().shown === runId) shown.steer(handle);
}

/** Shows a run of this tab, and steers it from now on; those that were shown before go on beside it. */
export function steer({ editor, shown }: Session, { handle }: DrivenRun): void {
  shown.steer(handle);
  editor.showRun(handle.runId);
}

/** Case H3: another tab took the run over. This one goes on to show it, unless it shows something else by now. */
function handOver(session: Session, { runId, commits }: RunHandle): void {
  if (session.closed.aborted || session.editor.runs.getState().shown !== runId) return;
  followElsewhere(session, runId, commits);
  say({ tone: 'info', text: 'Another tab has taken this run over.' });
}

/**
 * The list of runs knows what only a projection knows, that a run waits, and for what (D9): it is told whenever that changes, and while
 * it waits at each commit, which the list takes for a sign that it goes on.
 */
function statusTeller({ editor, storage }: Session, runId: string): () => void {
  let told = '';
  return () => {
    const view = editor.runs.getState().runs.get(runId)?.live;
    if (view === undefined || (view.status === told && told !== 'waiting')) return;
    told = view.status;
    // Whatever keeps it from being written keeps the ledger from it as well, and is told there.
    storage.runs.mark(runId, { status: view.status, ...waitsOf(view) }).catch(() => {});
  };
}

/** Most characters of a text that are shown: its end is what is read. */
const SHOWN = 4_000;
/** So many more are kept, so that a secret is whole when it is looked for. */
const BEFORE = 4_000;

interface Gatherer {
  readonly hear: (address: Address, progress: Progress) => void;
}

/**
 * Gathers tokens and lines of progress by address without attempt, and tells them at most once a frame.
 *
 * @param secrets what must not be shown (T2), asked for whenever something is told
 */
export function progressOf(tell: (progress: LiveTexts) => void, secrets: () => readonly string[]): Gatherer {
  const heard = new Map<Address, LiveText>();
  let frame = 0;
  return {
    hear: (address, progress) => {
      const node = withoutAttempt(address);
      heard.set(node, withProgress(heard.get(node), address, progress));
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const redact = redactor(secrets());
        tell(new Map([...heard].map(([key, live]) => [key, shown(live, redact)])));
      });
    },
  };
}

/** @param before what was told at the address until now, by this call or by an earlier one */
function withProgress(before: LiveText | undefined, call: Address, progress: Progress): LiveText {
  const empty = { call, text: '', reasoning: '', bytes: 0, at: 0 };
  const live = { ...(before?.call === call ? before : empty), at: Date.now() };
  switch (progress.kind) {
    case 'text':
      return { ...live, ...added(live, progress.text), text: longer(live.text, progress.text) };
    case 'reasoning':
      return { ...live, ...added(live, progress.text), reasoning: longer(live.reasoning, progress.text) };
    case 'text-was-reasoning':
      return { ...live, reasoning: longer(live.reasoning, live.text), text: '' };
  }
}

function added({ bytes }: LiveText, text: string): { readonly bytes: number } {
  return { bytes: bytes + utf8Length(text) };
}

function longer(text: string, more: string): string {
  return `${text}${more}`.slice(-SHOWN - BEFORE);
}

function shown(live: LiveText, redact: (text: string) => string): LiveText {
  return { ...live, text: redact(live.text).slice(-SHOWN), reasoning: redact(live.reasoning).slice(-SHOWN) };
}

/** Another tab writes it: shown live, and not steered from here (K7). */
export function followElsewhere(
  { editor, runs, shown }: Session,
  runId: string,
  commits: readonly Commit[],
): void {
  editor.cursor.attach(runId, commits, true);
  shown.follow(runs.follow(runId, commits.length, (commit) => editor.cursor.append(runId, commit)));
  editor.showRun(runId);
}

const AUTO_RESUME = 'runs.resume-interrupted';

/** Whether a run that lost its page goes on by itself when it is opened again (K6). Off unless the user said so. */
export async function readAutoResume({ settings }: Pick<Storage, 'settings'>): Promise<boolean> {
  return (await settings.get(AUTO_RESUME)) === true;
}

export async function keepAutoResume({ settings }: Pick<Storage, 'settings'>, on: boolean): Promise<void> {
  await settings.set(AUTO_RESUME, on);
}

/**
 * Whether a run that was interrupted may go on without being asked: the user wants that, its content is trusted (T1), and
 * nothing has to be joined again first.
 */
export async function mayGoOn(
  session: Pick<Session, 'id' | 'storage' | 'state'>,
  { closure }: Pick<RunStarted, 'closure'>,
): Promise<boolean> {
  if (!session.state.getState().trusted || !(await readAutoResume(session.storage))) return false;
  return modelsToJoin(closure, (slot) => connectedBy(session, slot) !== null).length === 0;
}
