import type { JsonObject } from '#base';

/** Whether a variable of this schema may hold the rows of a table: it asks for a list, or for nothing in particular. */
export function takesRows({ type }: JsonObject = {}): boolean {
  return type === undefined || type === 'array' || (Array.isArray(type) && type.includes('array'));
}
