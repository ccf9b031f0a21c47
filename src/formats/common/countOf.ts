import { type Json, LIMITS } from '#base';
import type { ImportReport, Path } from './report';

/**
 * T4: whether a file has more steps than a plan may have nodes. Said before any of them is read, so that nobody waits for a
 * plan that could not run.
 */
export function isTooMany(count: number, what: string, path: Path, report: ImportReport): boolean {
  const most = LIMITS.nodesAccepted;
  if (count <= most) return false;
  report.error('TOO_MANY_NODES', `The file has ${count} ${what}: ${count} > ${most}.`, 'Split it.', path);
  return true;
}

/** How many steps, nodes or states lie anywhere in a document: the members of what these keys hold. */
export function countWithin(value: Json, keys: ReadonlySet<string>): number {
  let count = 0;
  const todo: Json[] = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    for (const [key, inner] of membersOf(next)) {
      if (keys.has(key)) count += membersOf(inner).length;
      todo.push(inner);
    }
  }
  return count;
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
