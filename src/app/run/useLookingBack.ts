import { useLive, useShownRun, useView } from './runStore';

/**
 * What is said while the slider stands before the end (D3): where it stands, and how the run itself does, which the
 * status at that position does not tell. Null at the end.
 *
 * @example 'Looking at 5 of 8 · completed'
 */
export function useLookingBack(): string | null {
  const live = useLive();
  const position = useView()?.position ?? 0;
  const length = useShownRun((run) => run?.commits.length ?? 0);
  const status = useShownRun((run) => run?.live.status ?? null);
  if (live || status === null || position === length) return null;
  return `Looking at ${position} of ${length} · ${status}`;
}
