import { type Address, within } from '#base';
import type { StateMachinePlan } from '#plan';
import { addressIn, type Drawing, type Eye, type Lists } from './drawing';
import { graphOfMachine } from './machine/graphOfMachine';

/** The states of a machine that a planner made, under the address of the step that runs it (K11). */
export function drawMachine(lists: Lists, drawing: Drawing, machine: StateMachinePlan, eye: Eye): void {
  const place = addressIn(drawing, machine.id);
  const keys = within(drawing.keys, machine.id);
  const at = (key: string): Address => `${keys}${key}` as Address;
  const light = eye.light(machine, place);
  const { nodes, edges } = graphOfMachine(machine, { light });
  for (const node of nodes) {
    const address = `${place}${node.address}` as Address;
    const status = node.status ?? 'planned';
    const parent = node.parent === null ? drawing.parent : at(node.parent);
    const drawn = { ...node, key: at(node.key), parent, address, status, dynamic: true };
    const reason = drawing.refused?.get(node.node.id);
    lists.nodes.push(reason === undefined ? drawn : { ...drawn, mark: 'ghost', status: null, reason });
  }
  for (const edge of edges)
    lists.edges.push({ ...edge, key: `${keys}${edge.key}`, from: at(edge.from), to: at(edge.to) });
}
