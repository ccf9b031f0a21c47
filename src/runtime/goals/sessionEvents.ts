import { type Address, type Json, present, ROOT } from '#base';
import { type Commit, fold, openCommands, recordIn } from '#kernel';

/** An event of one run that another of its session may wait for (M2). */
export interface SessionEvent {
  readonly event: string;
  readonly data: Json;
  /** It answers the published event of that id; without one it is for whoever waits for its type. */
  readonly correlationId?: string;
}

/**
 * The answer to the goal of a run (M3) that nobody fetches: the run was started by a person or a program, and not by
 * the event of another run. Null where a commit has none.
 */
export function unfetchedAnswer(first: Commit | undefined, { entries }: Commit): SessionEvent | null {
  const started = first?.fact.type === 'run.started' ? first.fact : null;
  // A fork answers again what has been answered; a child's answer is fetched by the run that asked.
  if (started === null || recordIn(started) !== null) return null;
  if (started.parentRunId !== undefined && started.goal?.correlationId !== undefined) return null;
  const published = entries.find((entry) => entry.kind === 'event.published' && entry.address === ROOT);
  if (published?.kind !== 'event.published') return null;
  const { event, data, correlationId } = published.data;
  return { event, data, ...present({ correlationId }) };
}

/**
 * Whom an event of the session is for (M2): with a correlation the run whose event it answers; without one the run that
 * has waited longest for an event of that type. Null when nobody waits for it.
 *
 * @param runs ledgers of the session's runs that have not ended, without the one whose event it is
 */
export function receiverOf(
  { event, correlationId }: SessionEvent,
  runs: ReadonlyMap<string, readonly Commit[]>,
): string | null {
  if (correlationId !== undefined) {
    return [...runs.keys()].find((id) => correlationId === id || correlationId.startsWith(`${id}/`)) ?? null;
  }
  let oldest: { readonly runId: string; readonly since: number } | null = null;
  for (const [runId, commits] of runs) {
    const since = waitingSince(event, commits);
    if (since !== null && (oldest === null || since < oldest.since)) oldest = { runId, since };
  }
  return oldest?.runId ?? null;
}

/** When the oldest wait of a run for that type began; a machine that merely has a transition for it does not await it. */
function waitingSince(event: string, commits: readonly Commit[]): number | null {
  const state = fold(commits);
  if (!state.ok || state.value.phase !== 'going') return null;
  const waits = new Set<Address>(
    openCommands(state.value)
      .filter((open) => open.kind === 'listen' && open.events.some((one) => one.event === event))
      .map(({ address }) => address),
  );
  const first = commits.find(({ entries }) =>
    entries.some(({ kind, address }) => kind === 'command' && waits.has(address)),
  );
  return first?.at ?? null;
}
