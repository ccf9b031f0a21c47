import { defineMigrations } from './migration';

/**
 * Every step of the format, oldest first. Version 1 is the first, so there is none yet; the newest version of
 * this sequence and `VERSION` of the schema are kept equal by a test.
 */
export const MIGRATIONS = defineMigrations([]);
