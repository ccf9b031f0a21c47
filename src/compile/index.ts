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
export { lowerBranches as branchesOf } from './lower/branches';
export { lowerAlone as compileAlone } from './lower/lower';
export type { Turn as ScopeTurn } from './machine/position';
export {
  cancelInScope,
  endBranch,
  isAtRest,
  isFailed,
  isPending,
  type MachinePosition,
  openScope,
  persistPosition,
  restorePosition,
  type ScopeEffect,
  settle as settleNode,
} from './machine/position';
export {
  type BranchesScope,
  type CompiledNode,
  type CompiledScope,
  type GraphScope,
  type SequenceScope,
  scopeIn,
} from './scope';
export { allScopes, type MappedState, sourceMap } from './sourceMap';
