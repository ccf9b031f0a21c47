import { createStore } from 'zustand/vanilla';
import type { Diagnostic } from '#base';
import { createEditor } from '#editor';
import { type Workspace, write } from '#plan';
import { catalogueOf } from '#runtime';
import { runsOfPage } from '../run/runsOfPage';
import { isReadAside, openReader, prepareBy, type Reader, readStored } from '../share/reading/reader';
import { keepChecked, keepSaved } from '../state/autosave';
import { capabilitiesOfPage, storageOfPage } from '../state/services';
import {
  openSessionStore,
  type Session,
  type SessionState,
  type SessionWork,
  type Written,
  writtenOf,
} from '../state/session';
import { ShownRun } from '../state/shownRun';
import { followTrust, readBudget } from '../state/trust';
import { countValues, differenceOf } from './transfer';

/** What came of opening a workspace. */
export type Opened =
  | { readonly kind: 'open'; readonly session: Session }
  /** Nothing is kept here under this id. */
  | { readonly kind: 'absent' }
  /** Made with a newer version, or with node types that are unknown here (case A8): it can be looked at and taken away. */
  | {
      readonly kind: 'readOnly';
      readonly text: string;
      readonly name: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'refused'; readonly text: string; readonly diagnostics: readonly Diagnostic[] };

/**
 * Opens a workspace that is kept in this browser. Opening runs nothing (T1). What takes long with a large one is done in a
 * worker.
 *
 * @param say hears what is being done
 * @throws the signal's reason when it was aborted
 */
export async function openSession(
  id: string,
  signal: AbortSignal,
  say: (doing: string) => void,
): Promise<Opened> {
  const [storage, capabilities] = await Promise.all([storageOfPage(), capabilitiesOfPage()]);
  const { absentIn, withMade } = await import('#capabilities');
  const stored = await storage.workspaces.read(id);
  if (stored === null) return { kind: 'absent' };
  const reader = openReader();
  const prepared = await prepareBy(reader, stored.text, signal, say).catch(closing(reader));
  const kept = await readBudget({ id, storage }).catch(closing(reader));
  if (prepared.kind !== 'document' || signal.aborted) reader.close();
  signal.throwIfAborted();
  if (prepared.kind === 'readOnly') return prepared;
  if (prepared.kind === 'refused') return { ...prepared, text: stored.text };
  const { workspace, hash, diagnostics, boxes } = prepared;
  const work = new DocumentWork(reader, isReadAside(stored.text) ? workspace : null);
  const catalogueFor = (now: Workspace) => catalogueOf(now, withMade(capabilities, now));
  const editor = createEditor({
    workspace,
    catalogue: catalogueFor(workspace),
    found: { diagnostics, boxes: new Map(boxes) },
    now: Date.now,
    schedule: onceAFrame,
  });
  const state = createStore<SessionState>(() => ({
    trusted: stored.trusted !== null && stored.trusted === hash,
    trustedFrom: 0,
    madeHere: stored.madeHere ?? false,
    budget: kept,
    saving: 'saved',
    saveProblem: null,
    conflict: false,
  }));
  const over = new AbortController();
  const session: Session = {
    id,
    editor,
    storage,
    capabilities,
    absent: (plan) => absentIn([plan], editor.workspace, withMade(capabilities, editor.workspace)),
    state,
    get runs() {
      return runs;
    },
    shown: new ShownRun(),
    stored: { hash: stored.hash, revision: stored.revision },
    work,
    save: () => saving.save(),
    text: () => write(editor.workspace),
    closed: over.signal,
    close: () => stop(),
  };
  const runs = runsOfPage(session);
  const saving = keepSaved(session, stored.text, (text) => readStored(text, over.signal));
  const stopChecking = keepChecked(session, workspace, catalogueFor);
  const stopFollowing = followTrust(session);
  const stop = () => {
    over.abort();
    if (openSessionStore.getState().session === session) openSessionStore.setState({ session: null });
    // Fields that go away with the screen make their last edits first.
    queueMicrotask(() => {
      saving.stop();
      stopChecking();
      stopFollowing();
      work.close();
    });
  };
  openSessionStore.setState({ session });
  return { kind: 'open', session };
}

/** Ends the worker of a document that could not be opened. */
function closing(reader: Reader): (reason: unknown) => never {
  return (reason) => {
    reader.close();
    throw reason;
  };
}

/** Screens are drawn once a frame however many commits arrive in it; a hidden tab draws now and then. */
function onceAFrame(work: () => void): void {
  if (document.hidden) window.setTimeout(work, 100);
  else requestAnimationFrame(work);
}

/** Up to so many values a document is checked and written by the page itself, within a frame or two. */
const WORKED_ON_BY_PAGE = 5_000;

/**
 * What takes long with the document that is open is done away from the page's thread (fault X5). The worker that has
 * prepared it keeps it, and is told of what has changed since. One that dies is started anew, and given all of it; where
 * none may start, the page does the work.
 */
export class DocumentWork implements SessionWork {
  readonly #reader: Reader;
  readonly #closing = new AbortController();
  /** What the worker has of it. */
  #sent: Workspace | null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param prepared the document that the reader has made ready; null where the page did it */
  constructor(reader: Reader, prepared: Workspace | null) {
    this.#reader = reader;
    this.#sent = prepared;
  }

  isLarge(workspace: Workspace): boolean {
    return countValues(workspace, WORKED_ON_BY_PAGE) >= WORKED_ON_BY_PAGE;
  }

  problems(workspace: Workspace): Promise<readonly Diagnostic[] | null> {
    return this.#inTurn(() => this.#ask('problems', workspace));
  }

  async written(workspace: Workspace): Promise<Written> {
    if (!this.isLarge(workspace)) return writtenOf(workspace);
    return (await this.#inTurn(() => this.#ask('written', workspace))) ?? writtenOf(workspace);
  }

  close(): void {
    this.#closing.abort();
    this.#reader.close();
  }

  /** The worker answers one question after the other. */
  #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #ask<Task extends 'problems' | 'written'>(task: Task, workspace: Workspace) {
    const { signal } = this.#closing;
    for (let attempt = 0; attempt < 2; attempt++) {
      const difference =
        this.#sent === null
          ? ({ is: 'value', value: workspace } as const)
          : differenceOf(this.#sent, workspace);
      this.#sent = null;
      try {
        const answer = await this.#reader.follow(task, difference, signal);
        if (answer !== null) this.#sent = workspace;
        return answer;
      } catch {
        signal.throwIfAborted();
      }
    }
    return null;
  }
}
