import type { Json } from '#base';
import { machineDraftOf } from './machine/machineDraft';
import { outlineOf } from './outlineOf';

/** Whether a value has the shape of a plan, as steps or as a machine (P4): judging one costs far more than this look at it. */
export function isPlanShaped(value: Json): boolean {
  return outlineOf(value) !== null || machineDraftOf(value, new Map()) !== null;
}
