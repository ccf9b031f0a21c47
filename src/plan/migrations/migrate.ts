import { type Diagnostic, err, type JsonObject, ok, problem, type Result } from '#base';

/**
 * One named step between two versions of the format (W5). Both directions are pure and work on raw JSON, since
 * the schema knows only the newest version.
 */
export interface Migration {
  readonly name: string;
  /** The version that `up` makes, and `down` takes. */
  readonly to: number;
  up(document: JsonObject): JsonObject;
  down(document: JsonObject): JsonObject;
}

/** Steps in one unbroken sequence from version 1, checked when it is made. */
export interface MigrationSequence {
  readonly newest: number;
  readonly steps: readonly Migration[];
}

/**
 * Makes a sequence of steps.
 *
 * @throws RangeError when a version is missing, doubled or out of order, or two steps share a name: that is a
 * mistake in this code, not in a document.
 */
export function defineMigrations(steps: readonly Migration[]): MigrationSequence {
  const names = new Set<string>();
  for (const [index, step] of steps.entries()) {
    if (step.to !== index + 2)
      throw new RangeError(`migration "${step.name}" must lead to version ${index + 2}`);
    if (names.has(step.name)) throw new RangeError(`two migrations are named "${step.name}"`);
    names.add(step.name);
  }
  return { newest: steps.length + 1, steps };
}

/** Takes a document from one version to another, up or down, step by step. */
export function walkMigrations(
  sequence: MigrationSequence,
  document: JsonObject,
  from: number,
  to: number,
): JsonObject {
  let current = document;
  for (const step of sequence.steps) {
    if (step.to > from && step.to <= to) current = { ...step.up(current), version: step.to };
  }
  for (const step of sequence.steps.toReversed()) {
    if (step.to <= from && step.to > to) current = { ...step.down(current), version: step.to - 1 };
  }
  return current;
}

/**
 * Every step of the format, oldest first. Version 1 is the first, so there is none yet; the newest version of
 * this sequence and `VERSION` of the schema are kept equal by a test.
 */
export const MIGRATIONS = defineMigrations([]);

/**
 * Brings a raw workspace to the newest version (W5). A document of that version is returned as it is.
 *
 * @returns the document, or `INVALID_VERSION` when it says of no known version that it is one
 */
export function migrate(
  document: JsonObject,
  sequence: MigrationSequence = MIGRATIONS,
): Result<JsonObject, Diagnostic> {
  const version = document.version;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > sequence.newest) {
    return err(
      problem(
        'INVALID_VERSION',
        `"version" is ${JSON.stringify(version) ?? 'missing'}.`,
        `Write a whole number from 1 to ${sequence.newest}.`,
        { field: '/version' },
      ),
    );
  }
  return ok(walkMigrations(sequence, document, version, sequence.newest));
}
