import type { Diagnostic, Hash } from '#base';
import type { FormatId } from '#formats';
import { check, type Workspace, workspaceHash } from '#plan';
import {
  foundAmong,
  type KnownWorkspace,
  recordOf,
  type WorkspaceRecord,
} from '../../library/placeWorkspace';
import { catalogueFor, type Prepared, prepare } from '../../opening/prepare';
import { type Difference, type Piece, withDifference } from '../../opening/transfer';
import { type Written, writtenOf } from '../../state/session';
import { type Foreign, type Judged, judge, type Received, type Source, workspaceAround } from './judge';

/** What is told of a workspace while it stays where it was read: however large it is, this is small. */
interface WorkspaceFacts {
  readonly id: string;
  readonly name: string;
  readonly plans: number;
  readonly documents: number;
}

type AsTold<Kind> = Kind extends { readonly workspace: Workspace }
  ? Omit<Kind, 'workspace' | 'text'> & { readonly workspace: WorkspaceFacts }
  : Kind;

/** What was received, as it is told to the page. */
export type ToldReceived = AsTold<Received | Foreign>;

/** What came of reading, as it is told to the page. */
export interface ToldJudged extends Omit<Judged, 'received'> {
  readonly received: ToldReceived;
}

/** Where a workspace that was read belongs: it is here already, or it is new and written. */
export type Placed =
  | { readonly kind: 'here'; readonly id: string }
  | { readonly kind: 'new'; readonly record: WorkspaceRecord; readonly content: Hash };

/** What is asked of who reads, and what each answer is. */
export interface Tasks {
  readonly judge: {
    readonly given: { readonly source: Source; readonly format: FormatId | null };
    readonly answer: ToldJudged;
  };
  /** Of the workspace that was read last. */
  readonly place: { readonly given: readonly KnownWorkspace[]; readonly answer: Placed | null };
  readonly prepare: { readonly given: string; readonly answer: Prepared };
  /** Of the document that is open: what has changed since it was prepared, or since it was asked about last. */
  readonly problems: { readonly given: Difference | null; readonly answer: readonly Diagnostic[] };
  readonly written: { readonly given: Difference | null; readonly answer: Written };
}

export type Say = (doing: string) => void;

/** Reads one thing after the other, and holds the workspace that it has read last. */
export class Desk {
  #held: Workspace | null = null;
  /** The text that it was read from, where that is one of ours. */
  #original: string | null = null;
  /** The document that is open in the page, as it was when it was asked about last. */
  #open: Workspace | null = null;

  async judge({ source, format }: Tasks['judge']['given'], say: Say): Promise<ToldJudged> {
    this.#held = null;
    this.#original = null;
    const judged = await judge(source, format, say);
    const { received } = judged;
    if (received.kind === 'plan') this.#held = workspaceAround(received.plan);
    if (received.kind !== 'workspace' && received.kind !== 'foreign') return { ...judged, received };
    this.#held = received.workspace;
    const workspace = factsOf(received.workspace);
    if (received.kind === 'foreign') return { ...judged, received: { ...received, workspace } };
    const { text, ...rest } = received;
    this.#original = text;
    return { ...judged, received: { ...rest, workspace } };
  }

  place(known: Tasks['place']['given']): Placed | null {
    const held = this.#held;
    if (held === null) return null;
    const id = foundAmong(known, held);
    if (id !== null) return { kind: 'here', id };
    return { kind: 'new', record: recordOf(held, known, this.#original), content: workspaceHash(held) };
  }

  async prepare(text: Tasks['prepare']['given'], say: Say): Promise<Prepared> {
    const prepared = await prepare(text, say);
    this.#open = prepared.kind === 'document' ? prepared.workspace : null;
    return prepared;
  }

  async problems(given: Tasks['problems']['given']): Promise<readonly Diagnostic[]> {
    const workspace = this.#now(given);
    return check(workspace, await catalogueFor(workspace));
  }

  written(given: Tasks['written']['given']): Written {
    return writtenOf(this.#now(given));
  }

  #now(difference: Difference | null): Workspace {
    // What the page sends is its own document, which its door has read.
    if (difference !== null) this.#open = withDifference(this.#open, difference) as Workspace;
    if (this.#open === null) throw new Error('No document is open.');
    return this.#open;
  }
}

function factsOf({ id, name, plans, documents }: Workspace): WorkspaceFacts {
  return { id, name, plans: plans.length, documents: documents.length };
}

/** What the page asks of the worker that reads: one thing at a time. */
export type Asked = {
  readonly [Task in keyof Tasks]: { readonly task: Task; readonly given: Tasks[Task]['given'] };
}[keyof Tasks];

/** What the worker says. An answer comes in pieces, so that the page is never held by the size of it. */
export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'doing'; readonly doing: string }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'whole' }
  | { readonly kind: 'failed'; readonly why: string };
