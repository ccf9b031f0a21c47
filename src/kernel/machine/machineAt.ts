import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { MachineRun } from './machineRun';

/** The machine that a node runs; null where it runs none. */
export function machineAt(draft: Draft, ref: NodeRef): MachineRun | null {
  const work = draft.frames.get(ref.frame)?.active.get(String(ref.node))?.work;
  return work?.kind === 'machine' ? work.run : null;
}

/** The same, where it is known to run. */
export function machineOf(draft: Draft, ref: NodeRef): MachineRun {
  const run = machineAt(draft, ref);
  if (run === null) throw new Error(`Node ${ref.node} of the scope ${ref.frame} runs no machine.`);
  return run;
}

/** Whether a planner made the machine (M5). */
export function isMade(draft: Draft, ref: NodeRef): boolean {
  return draft.frame(ref.frame).dynamic?.machine !== undefined;
}

/** Replaces fields of the machine that a node runs. */
export function changeMachine(draft: Draft, ref: NodeRef, change: Partial<MachineRun>): void {
  const active = draft.active(ref);
  const run = { ...machineOf(draft, ref), ...change };
  draft.setActive(ref, { ...active, work: { kind: 'machine', run } });
}
