import type { Address } from '#base';
import type { AttachedRun } from '#editor';

/** How much of a run is done again (D1): from a step on, that step alone, all up to it, or what has failed. */
export type Extent = 'onward' | 'only' | 'upTo' | 'failed';

/** A step of a run that something begins at, or ends with. */
export interface ChosenStep {
  readonly run: AttachedRun;
  /** With the rounds that are drawn, without attempt. */
  readonly address: Address;
}
