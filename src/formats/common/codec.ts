import { type Diagnostic, isJsonArray, type Json, type Result } from '#base';
import type { Plan, Workspace } from '#plan';
import type { FileHead } from './foreignText';

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

/** An exported document as the text of its file. */
export function textOfExport({ value, lines }: Exported): string {
  if (lines !== true || !isJsonArray(value)) return `${JSON.stringify(value, null, 2)}\n`;
  return value.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * How much a file looks like a format: `certain` where it has a key that no other format has, `likely` where it has what most
 * files of it have, `possible` where it has what one of it must have, and others may.
 */
export type Likeness = 'certain' | 'likely' | 'possible' | 'none';

/**
 * A format of another system: everything that the house knows of it. The import dialog, the command line, dropping, pasting and the
 * menus of exports read the registry of these; no other place names a format.
 */
export interface Codec<Id extends string = string> {
  /** Its name on the command line (H1), under `source` of what was imported, and in names of exported files. */
  readonly id: Id;
  /** What it is called on the screen. */
  readonly title: string;
  /** The kinds of plan that it can hold: of others, no export is offered, and `write` refuses them. */
  readonly holds: readonly Plan['kind'][];
  /** Looks at a few keys only: `read` judges for itself. */
  recognise(file: FileHead): Likeness;
  /** Reads a foreign document: its text, or the value that it was parsed into. Never throws, never evaluates. */
  read(input: Json | string): Promise<ImportOutcome>;
  /** Writes a plan as a foreign document, or says why it cannot be one. Only keys that the format knows are written. */
  write(plan: Plan, workspace: Workspace): Promise<Result<Exported, Diagnostic>>;
}
