import type { Hash, Json } from '#base';
import type { RunError } from '#kernel';
import type { Bytes } from '#runtime';
import type { Column } from '../../reading/table';

/** A step over tables by reference, as the thread that works on it is asked. */
export interface StepQuestion {
  readonly capability: string;
  /** Tables in it are handles of this host. */
  readonly input: Json;
  /** The columns of the tables of the workspace, for steps that show rows. */
  readonly shown: readonly (readonly Column[])[];
}

/** What becomes of a step: its result, in which every handle was made there; or why there is none. */
export type StepOutcome =
  | { readonly result: Json }
  | { readonly error: RunError }
  /** It broke off, which is a fault. */
  | { readonly broke: string };

/** What the page sends: a step, and answers to what was asked of its store. */
export type ToDesk =
  | { readonly kind: 'step'; readonly id: number; readonly question: StepQuestion }
  | { readonly kind: 'read'; readonly id: number; readonly bytes: Bytes | null }
  | { readonly kind: 'has'; readonly id: number; readonly isHere: boolean }
  | { readonly kind: 'written'; readonly id: number; readonly hash: Hash }
  | { readonly kind: 'store failed'; readonly id: number; readonly why: string };

/** What the worker sends: outcomes, and what it asks of the page's store. */
export type FromDesk =
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: StepOutcome }
  | { readonly kind: 'read'; readonly id: number; readonly hash: string }
  | { readonly kind: 'has'; readonly id: number; readonly hash: string }
  | { readonly kind: 'write'; readonly id: number; readonly bytes: Bytes };
