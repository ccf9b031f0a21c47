import { findState, type State, type StateMachinePlan } from '#plan';
import type { GraphNode, StateCard } from '#projection';
import type { Editor } from '../editor';
import type { Scene } from '../stores';
import { nodeByKey } from '../target';

/** What a verb on a state machine works on: the open plan as it is drawn, which it may change. */
export interface MachineGround {
  readonly plan: StateMachinePlan;
  readonly scene: Scene;
}

/** The open machine, when it can be edited now. */
export function machineGroundOf(editor: Editor): MachineGround | null {
  const scene = editor.scene.getState();
  if (scene.readOnly || scene.machine === null || scene.open?.kind !== 'state-machine') return null;
  // The scene follows a frame later: two changes in one frame would undo one another on what it shows.
  const plan = editor.workspace.plans.find(({ id }) => id === scene.open?.id);
  return plan?.kind === 'state-machine' ? { plan, scene } : null;
}

/** A state that is drawn, by its key. */
export function stateByKey({ scene }: MachineGround, key: string | null): StateCard | undefined {
  const card = nodeByKey(scene.graph, key);
  return card?.type === 'STATE' ? card : undefined;
}

/** The state as the document has it now. */
export function stateNow({ plan }: MachineGround, card: GraphNode): State | undefined {
  return findState(plan, card.node.id)?.state;
}

/** The key of a state. */
export function keyOfState(id: string): string {
  return `/${id}`;
}

/** The state that takes new ones: what is focused or entered, when it holds states, else what is around it. */
export function holderOf(editor: Editor, ground: MachineGround): StateCard | null {
  const focused = stateByKey(ground, editor.selection.getState().focus);
  const around = stateByKey(ground, focused?.parent ?? null);
  return holderAt(ground, around?.key ?? ground.scene.inside);
}

/** What holds states for a key; null is the machine itself. */
export function holderAt(ground: MachineGround, key: string | null): StateCard | null {
  return stateByKey(ground, key) ?? null;
}
