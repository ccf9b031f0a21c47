/** A state of a machine to draw. */
export interface MachineState {
  readonly key: string;
  /** Key of the state it lies in; null at the top. */
  readonly parent: string | null;
  readonly title: string;
  /** What it does: "invokes table.load", "parallel, all regions must finish". */
  readonly line: string;
  readonly kind: 'initial' | 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Whether the run is in it now. */
  readonly active?: boolean;
}

/** A transition between two states, by key. */
export interface MachineTransition {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** The event, the guard or the delay; empty for none. */
  readonly label: string;
  /** Whether it is possible now. */
  readonly lit?: boolean;
}

/** What the State view draws: `machineGraph` of `#compile` makes it. */
export interface MachineGraph {
  readonly states: readonly MachineState[];
  readonly transitions: readonly MachineTransition[];
}
