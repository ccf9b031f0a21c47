import type { RunView } from '#projection';
import type { Storage } from '#storage';
import type { Session } from '../state/session';
import { connectedBy } from '../state/slots';
import { modelsToJoin } from './startHere';

const KEY = 'runs.resume-interrupted';

/** Whether a run that lost its page goes on by itself when it is opened again (K6). Off unless the user said so. */
export async function readAutoResume({ settings }: Pick<Storage, 'settings'>): Promise<boolean> {
  return (await settings.get(KEY)) === true;
}

export async function keepAutoResume({ settings }: Pick<Storage, 'settings'>, on: boolean): Promise<void> {
  await settings.set(KEY, on);
}

/**
 * Whether an interrupted run may go on without being asked: the user wants that, its content is trusted (T1), and
 * nothing has to be joined again first.
 */
export async function mayResume(
  session: Pick<Session, 'id' | 'storage' | 'state'>,
  view: Pick<RunView, 'status' | 'pausedBecause' | 'started'>,
): Promise<boolean> {
  if (view.status !== 'paused' || view.pausedBecause !== 'interrupted' || view.started === null) return false;
  if (!session.state.getState().trusted || !(await readAutoResume(session.storage))) return false;
  return modelsToJoin(view.started.closure, (slot) => connectedBy(session, slot) !== null).length === 0;
}
