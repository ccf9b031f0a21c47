export { type CompiledPlan, compile, compileBody } from './compile';
export {
  type MachineGraph,
  type MachineState,
  type MachineStateKind,
  type MachineTransition,
  machineGraph,
} from './export/machineGraph';
export { machineToMermaid } from './export/machineMermaid';
export { toMermaid } from './export/mermaid';
export { type TypeScriptModule, toTypeScript } from './export/typescript';
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
  type ScopeEffect,
  settle as settleNode,
} from './machine/position';
export { persistPosition, restorePosition } from './machine/savedPosition';
export {
  type BranchesScope,
  type CompiledNode,
  type CompiledScope,
  type GraphScope,
  type SequenceScope,
  scopeIn,
} from './scope';
export { allScopes, type MappedState, sourceMap } from './sourceMap';
export type { ChartConfig } from './statechart/chartConfig';
export type { CompiledMachine } from './statechart/compiledMachine';
export { compileMachine } from './statechart/compileMachine';
export { type MachineStart, sendToMachine, startMachine } from './statechart/machineTurns';
export { persistStanding, restoreStanding } from './statechart/persist';
export { type PossibleEvent, possibleEvents } from './statechart/possibleEvents';
export { type SimulatedMachine, type SimulatedStep, simulateMachine } from './statechart/simulateMachine';
export type {
  GuardAnswers,
  MachineEffect,
  MachineEvent,
  MachineStanding,
  MachineTurn,
} from './statechart/turn';
