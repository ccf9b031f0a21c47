import { type Diagnostic, err, type JsonObject, ok, problem, type Result } from '#base';
import { MIGRATIONS } from './index';
import { type MigrationSequence, walkMigrations } from './migration';

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
