/** Where the layout keeps the label of a transition that its author moved. */
export interface LabelPlace {
  /** The state whose place it stands with. */
  readonly state: string;
  /** Its name among the labels of that place. */
  readonly name: string;
}

/** What stands before the path of a transition of the machine itself; paths of states begin with a slash. */
const MACHINE = 'machine';

/**
 * A moved label stands with the state that has the transition; one of the machine itself, which has no place, with the
 * state that the line leads to.
 *
 * @param state id of the state that has it; null is the machine itself
 * @param path where it is written there: `/on/0`
 * @param target id of the state that the line leads to
 */
export function labelPlace(state: string | null, path: string, target: string): LabelPlace {
  return state === null ? { state: target, name: machineLabel(path) } : { state, name: path };
}

/** The name of the label of a transition of the machine itself. */
export function machineLabel(path: string): string {
  return `${MACHINE}${path}`;
}
