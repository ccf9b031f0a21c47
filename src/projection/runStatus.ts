import type { RunStatus, RunView } from './runView';

type Living = Pick<
  RunView,
  'started' | 'pendingOn' | 'pausedBecause' | 'waiting' | 'inFlight' | 'serverWaits'
>;

/** D6: what a run that has not ended reads. Paused goes first, because then nothing leaves whatever waits. */
export function runStatus(run: Living): RunStatus {
  if (run.started === null) return 'pending';
  if (run.pausedBecause !== null) return 'paused';
  if (run.pendingOn.length > 0) return 'pending';
  if (run.waiting.some((one) => one.kind === 'uncertain')) return 'uncertain';
  const waits = run.waiting.length > 0 || run.serverWaits > 0;
  return run.inFlight === 0 && waits ? 'waiting' : 'running';
}
