export { type CompiledPlan, compile, compileBody } from './compile';
export {
  type MachineGraph,
  type MachineState,
  type MachineStateKind,
  type MachineTransition,
  machineGraph,
} from './export/machineGraph';
export { toMermaid } from './export/mermaid';
export { toXStateJson } from './export/xstateJson';
export type { Turn as ScopeTurn } from './machine/position';
export {
  cancelInScope,
  endBranch,
  isFailed,
  isPending,
  type MachinePosition,
  openScope,
  persistPosition,
  restorePosition,
  type ScopeEffect,
  settle as settleNode,
} from './machine/position';
export type { BranchesScope, CompiledNode, CompiledScope, GraphScope, SequenceScope } from './scope';
export { allScopes, type MappedState, sourceMap } from './sourceMap';
