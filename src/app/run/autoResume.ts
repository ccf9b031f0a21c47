import type { RunStarted } from '#kernel';
import type { Storage } from '#storage';
import type { Session } from '../state/session';
import { connectedBy } from '../state/slots';
import { modelsToJoin } from './modelsOfRun';

const KEY = 'runs.resume-interrupted';

/** Whether a run that lost its page goes on by itself when it is opened again (K6). Off unless the user said so. */
export async function readAutoResume({ settings }: Pick<Storage, 'settings'>): Promise<boolean> {
  return (await settings.get(KEY)) === true;
}

export async function keepAutoResume({ settings }: Pick<Storage, 'settings'>, on: boolean): Promise<void> {
  await settings.set(KEY, on);
}

/**
 * Whether a run that was interrupted may go on without being asked: the user wants that, its content is trusted (T1), and
 * nothing has to be joined again first.
 */
export async function mayGoOn(
  session: Pick<Session, 'id' | 'storage' | 'state'>,
  { closure }: Pick<RunStarted, 'closure'>,
): Promise<boolean> {
  if (!session.state.getState().trusted || !(await readAutoResume(session.storage))) return false;
  return modelsToJoin(closure, (slot) => connectedBy(session, slot) !== null).length === 0;
}
