import type { Base } from '../query/query';
import type { Having } from '../reading/comparisons';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import type { Column } from '../tables/tables';

/** What a query is composed of, once every reader has taken its words. */
export interface Composition {
  readonly sentence: Sentence;
  /** The query so far: which rows it keeps. */
  readonly base: Base;
  /** The columns that split the rows. */
  readonly groups: readonly Column[];
  readonly having: readonly Having[];
  readonly parts: Parts;
}
