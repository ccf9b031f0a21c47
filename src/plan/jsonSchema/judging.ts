import type { Fuel } from '#base';
import type { Schema } from './keywords';
import type { Outcome } from './outcome';
import type { Place } from './place';

/** What the keywords need of the judgement that they belong to. */
export interface Judging {
  readonly fuel: Fuel;
  /** What a schema says of a place. */
  judge(schema: Schema, place: Place): Outcome;
  /** Judges the same place by another schema, that has to hold too. */
  holds(schema: Schema, place: Place, outcome: Outcome): void;
  /** Judges what lies in a place. */
  holdsIn(schema: Schema, place: Place, outcome: Outcome): void;
}
