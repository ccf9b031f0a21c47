import type { Capability } from '#runtime';
import { across } from './across';
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
import { share } from './share';
import { sort } from './sort';
import { span } from './span';
import { sql } from './sql';
import { top } from './top';
import { unpivot } from './unpivot';

export const tableCapabilities: readonly Capability[] = [
  load,
  filter,
  group,
  aggregate,
  sort,
  limit,
  join,
  period,
  span,
  change,
  compute,
  across,
  share,
  top,
  unpivot,
  distinct,
  sql,
  answer,
];
