import { IdMint, type Json } from '#base';
import { assemble, type Draft } from './assemble';
import { outlineOf } from './outlineOf';
import type { Tools } from './tools';

/**
 * Reads a value in any known plan shape as a body in our own JSON; null when it is no plan (P4).
 *
 * @param taken ids of steps that are there already, when a planner is asked what comes after them
 * @param reserved ids of steps that may be written anew under the same id, and that no other step is called by
 */
export function draftOf(
  value: Json,
  tools: Tools,
  taken?: readonly string[],
  reserved?: readonly string[],
): Draft | null {
  const outline = outlineOf(value);
  return outline && assemble(outline, tools, new IdMint(taken, reserved));
}
