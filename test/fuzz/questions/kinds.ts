import { FIGURES } from './figures';
import { GROUPS } from './groups';
import type { Kind } from './kind';
import { PERIODS } from './periods';
import { ROWS } from './rowsOfOne';
import { SIDES } from './sides';
import { TWO_TABLES } from './twoTables';

/** Every kind of question of one table, and of two with a common column, in about ten wordings each. */
export const KINDS: readonly Kind[] = [...FIGURES, ...ROWS, ...GROUPS, ...SIDES, ...PERIODS, ...TWO_TABLES];
