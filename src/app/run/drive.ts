import { type Address, utf8Length, withoutAttempt } from '#base';
import type { DrivenRun } from '#hosting';
import type { Commit } from '#kernel';
import { type Progress, type RunHandle, redactor } from '#runtime';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import type { LiveText, LiveTexts } from '../state/shownRun';
import { waitsOf } from './waiting';

/**
 * Joins a run that this tab drives to the page until it is over: commits, progress, trouble. It goes on whether it is
 * shown or not; one that is shown is steered from now on, whoever had it before.
 */
export function drive(session: Session, { handle, lost, kept }: DrivenRun): void {
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
