import type { MachineGraph } from '#compile';
import type { Graph, GraphNode, NodeStatus, RunView } from '#projection';

/** A machine as a run is in it: what `MachineView` draws. */
export interface LitMachine {
  readonly states: readonly (MachineGraph['states'][number] & { readonly active: boolean })[];
  readonly transitions: readonly (MachineGraph['transitions'][number] & { readonly lit: boolean })[];
}

/** Statuses in which a token is in the state. */
const ACTIVE: ReadonlySet<NodeStatus> = new Set(['running', 'waiting', 'paused', 'retrying', 'uncertain']);

/**
 * Lights the states that the shown position of a run is in, with all that they lie in, and the transitions that lead
 * out of them (C3). A run that is over stands in the final state of the whole.
 */
export function litMachine(machine: MachineGraph, graph: Graph, view: RunView | null): LitMachine {
  const active = view === null ? new Set<string>() : activeIn(machine, graph, view);
  const statuses = statusesOf(machine, graph);
  return {
    states: machine.states.map((state) => {
      const isActive = active.has(state.key);
      const status = statuses.get(state.key);
      const line = isActive && status ? `${status} · ${state.line}` : state.line;
      return { ...state, line, active: isActive };
    }),
    transitions: machine.transitions.map((one) => ({ ...one, lit: active.has(one.from) })),
  };
}

function activeIn(machine: MachineGraph, graph: Graph, view: RunView): ReadonlySet<string> {
  if (view.status === 'completed') {
    return new Set(
      machine.states.filter(({ kind, parent }) => kind === 'final' && parent === null).map(({ key }) => key),
    );
  }
  const active = new Set<string>();
  const parents = new Map(machine.states.map(({ key, parent }) => [key, parent]));
  for (const [key, status] of statusesOf(machine, graph)) {
    if (!ACTIVE.has(status)) continue;
    for (let at: string | null = key; at !== null; at = parents.get(at) ?? null) active.add(at);
  }
  return active;
}

/** The status of the node behind each state. */
function statusesOf(machine: MachineGraph, graph: Graph): ReadonlyMap<string, NodeStatus> {
  const byKey = new Map<string, GraphNode>(graph.nodes.map((node) => [node.key, node]));
  const byId = new Map<string, GraphNode>();
  // Ids are unique among what the author drew; steps of a run may use them again.
  for (const node of graph.nodes) if (!node.dynamic && !byId.has(node.node.id)) byId.set(node.node.id, node);
  const statuses = new Map<string, NodeStatus>();
  for (const { key, node } of machine.states) {
    const drawn = byKey.get(key) ?? (node === null ? undefined : byId.get(node));
    if (drawn?.status) statuses.set(key, drawn.status);
  }
  return statuses;
}
