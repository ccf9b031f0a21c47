import type { Capability } from '#runtime';
import { count } from './count';
import { join } from './join';
import { lower } from './lower';
import { readability } from './readability';
import { replace } from './replace';
import { say } from './say';
import { split } from './split';
import { template } from './template';
import { trim } from './trim';
import { upper } from './upper';

export const textCapabilities: readonly Capability[] = [
  say,
  join,
  split,
  replace,
  upper,
  lower,
  trim,
  count,
  readability,
  template,
];
