import { useStore } from 'zustand';
import { askedPlanStore } from './layout';
import { useScene, useSession } from './session';

/** Whether the open plan is the one whose question was asked last, and nobody has made its answer narrow since. */
export function useIsAsked(): boolean {
  const { id } = useSession();
  const plan = useScene((scene) => scene.plan?.id ?? null);
  const asked = useStore(askedPlanStore);
  return plan !== null && asked.plan === plan && asked.workspace === id;
}
