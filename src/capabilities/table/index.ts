import type { Capability } from '#runtime';
import { aggregate } from './aggregate';
import { answer } from './answer';
import { change } from './change';
import { compute } from './compute';
import { distinct } from './distinct';
import { filter } from './filter';
import { group } from './group';
import { join } from './join';
import { limit } from './limit';
import { load } from './load';
import { period } from './period';
import { sort } from './sort';
import { top } from './top';

export const tableCapabilities: readonly Capability[] = [
  load,
  filter,
  group,
  aggregate,
  sort,
  limit,
  join,
  period,
  change,
  compute,
  top,
  distinct,
  answer,
];
