import type { Diagnostic, Json, Result } from '#base';
import type { Plan, Workspace } from '#plan';

/** One line of what was recognised, for the import dialog: how many things of a kind, and what they became. */
export interface Recognised {
  /** What it is called there, in the plural where there are several: "pipelines", "FORK with JOIN". */
  readonly theirs: string;
  /** What it became here: "plans", "GROUP ASYNC". */
  readonly ours: string;
  readonly count: number;
}

/** Something that has no counterpart here: it is kept, and written back by the exporter of its format (S3). */
export interface Kept {
  /** JSON Pointer (RFC 6901) into the foreign document. */
  readonly path: string;
  /** Where it is kept: the id of plan and node, and the key under their `source`. */
  readonly at: string;
  /** Why there is no counterpart, or what is done instead. One sentence. */
  readonly reason: string;
}

/**
 * What became of a foreign document. `workspace` is null exactly when `diagnostics` hold an error; else it is one that
 * `read` of #plan takes. Whatever was understood otherwise than written is a warning; `where.field` of every diagnostic
 * is a JSON Pointer into the foreign document.
 */
export interface ImportOutcome {
  readonly workspace: Workspace | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly recognised: readonly Recognised[];
  readonly kept: readonly Kept[];
}

/** Reads a foreign document: its text, or the value that it was parsed into. Never throws, never evaluates. */
export type Importer = (value: Json | string) => ImportOutcome;

/** A foreign document, and what of the plan it has no words for. */
export interface Exported {
  readonly value: Json;
  /** The value is a list whose items stand in lines of their own (NDJSON). */
  readonly lines?: true;
  /** One diagnostic for everything that was left out, with plan and node. */
  readonly leftOut: readonly Diagnostic[];
}

/** Writes a plan as a foreign document, or says why it cannot be one. Only keys that the format knows are written. */
export type Exporter = (plan: Plan, workspace: Workspace) => Result<Exported, Diagnostic>;
