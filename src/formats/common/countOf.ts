import { LIMITS } from '#base';
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
