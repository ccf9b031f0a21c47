import type { Facts } from './narrowing';
import type { Setting } from './setting';
import type { Syntax } from './syntax';
import type { Bound, Refuse, Value } from './value';

/** What reads the parts of an expression. */
export interface Reader {
  readonly setting: Setting;
  readonly refuse: Refuse;
  reason: string | null;
  value(node: Syntax | null, facts?: Facts): Value | null;
  condition(node: Syntax | null, facts?: Facts): Value | null;
  /** What the name at the beginning of a path is bound to; null where it is no name of a parameter. */
  root(node: Syntax): Bound | null;
}
