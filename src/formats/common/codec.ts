import type { Diagnostic, Json, Result } from '#base';
import type { Plan, Workspace } from '#plan';
import type { Exported, ImportOutcome } from './contract';
import type { FileHead } from './fileHead';

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
