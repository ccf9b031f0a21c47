import { isJsonObject, type Json } from '#base';

/** A task of a task network, with every way to do it that was tried, the one that was taken last. */
export interface DecomposedTask {
  readonly task: string;
  readonly tried: readonly TriedMethod[];
}

/** A method, or the operator that does the task. */
export interface TriedMethod {
  readonly id: string;
  /** `excluded`: its step failed at run time, and it is not chosen again (P12). */
  readonly outcome: 'chosen' | 'failed' | 'notApplicable' | 'excluded';
  /** Why it was left; null when nothing says so. */
  readonly reason: string | null;
  readonly subtasks: readonly DecomposedTask[];
}

/**
 * Reads the decomposition tree out of what an attempt says of how it was made (P12).
 *
 * @returns null when the attempt was made in another way
 * @example decompositionOf({ expanded: 2, tree: { task: 'answer', tried: [] } })?.task // 'answer'
 */
export function decompositionOf(trace: Json | undefined): DecomposedTask | null {
  return isJsonObject(trace) ? taskOf(trace.tree) : null;
}

function taskOf(value: Json | undefined): DecomposedTask | null {
  if (!isJsonObject(value) || typeof value.task !== 'string') return null;
  return { task: value.task, tried: listOf(value.tried, methodOf) };
}

function methodOf(value: Json): TriedMethod | null {
  if (!isJsonObject(value) || typeof value.id !== 'string') return null;
  const { outcome, reason } = value;
  if (!isOutcome(outcome)) return null;
  return {
    id: value.id,
    outcome,
    reason: typeof reason === 'string' ? reason : null,
    subtasks: listOf(value.subtasks, taskOf),
  };
}

function isOutcome(value: Json | undefined): value is TriedMethod['outcome'] {
  return typeof value === 'string' && OUTCOMES.has(value);
}

const OUTCOMES: ReadonlySet<string> = new Set(['chosen', 'failed', 'notApplicable', 'excluded']);

function listOf<Item>(value: Json | undefined, read: (item: Json) => Item | null): readonly Item[] {
  return Array.isArray(value) ? value.map(read).filter((item) => item !== null) : [];
}
