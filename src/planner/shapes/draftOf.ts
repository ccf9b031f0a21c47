import type { Json } from '#base';
import type { Catalogue } from '#plan';
import { assemble, type Draft } from './assemble';
import { outlineOf } from './outlineOf';

/** Reads a value in any known plan shape as a body in our own JSON; null when it is no plan (P4). */
export function draftOf(value: Json, catalogue: Catalogue): Draft | null {
  const outline = outlineOf(value);
  return outline && assemble(outline, catalogue);
}
