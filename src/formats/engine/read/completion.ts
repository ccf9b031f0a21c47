import type { Fields } from '../../common/fields';
import { below, type ImportReport, type Path } from '../../common/report';
import { COMPLETIONS } from '../words';
import type { Around } from './around';

/** Whether there is a completion policy of that name, in whatever case; if not, that is said. */
export function isCompletion(policy: string, path: Path, report: ImportReport): boolean {
  if (COMPLETIONS.has(policy.toUpperCase())) return true;
  report.error(
    'COMPLETION_UNKNOWN',
    `There is no completion policy "${policy}".`,
    `Choose one of ${[...COMPLETIONS].join(', ')}.`,
    path,
  );
  return false;
}

/** When a group is complete: as it says itself, else as its pipeline does. */
export function completionOf(
  fields: Fields,
  { completion, report }: Around,
): { readonly ours: string; readonly own: string | undefined } {
  const own = fields.word('asyncCompletionPolicy');
  const path = below(fields.path, 'asyncCompletionPolicy');
  if (own !== undefined && !isCompletion(own, path, report)) return { ours: 'ALL', own };
  const ours = (own ?? completion).toUpperCase();
  const difference = DIFFERENCES.get(ours);
  if (difference !== undefined)
    report.warn('COMPLETION_DIFFERS', difference, 'Choose another where that matters.', path);
  return { ours, own };
}

const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  [
    'FIRST_FAILURE',
    'Here a group of FIRST_FAILURE fails at the first failure; one of their documents lets it proceed.',
  ],
  [
    'ALL_SETTLED',
    'Here a group of ALL_SETTLED never fails; one of their documents lets it fail if a branch failed.',
  ],
  ['FIRST_SUCCESS', 'Here the rest is cancelled at the first success; their code lets it run and merges it.'],
]);
