/** How much of a ledger is shown: `12 commits`, and while travelling `5 of 12 commits`. */
export function commitsText(position: number, length: number): string {
  const all = `${length} ${length === 1 ? 'commit' : 'commits'}`;
  return position === length ? all : `${position} of ${all}`;
}

/** Enough of the id of a run to tell it from others: `run-1b9d6bcd`. */
export function shortRunId(runId: string): string {
  return /^run-[0-9a-f]{8}(?=-)/.exec(runId)?.[0] ?? runId;
}
