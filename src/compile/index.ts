export { type CompiledPlan, compile, compileBody } from './compile';
export {
  type MachineGraph,
  type MachineState,
  type MachineStateKind,
  type MachineTransition,
  machineGraph,
} from './export/machineGraph';
export { machineToMermaid, toMermaid } from './export/mermaid';

export { type TypeScriptModule, toTypeScript } from './export/typescript';
export { allScopes, type MappedState, sourceMap, toXStateJson } from './export/xstateJson';
export { lowerAlone as compileAlone, lowerBranches as branchesOf } from './lower/lower';

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
  type Turn as ScopeTurn,
} from './machine/position';

export {
  type BranchesScope,
  type CompiledNode,
  type CompiledScope,
  type GraphScope,
  type SequenceScope,
  scopeIn,
} from './scope';

export type { ChartConfig } from './statechart/canonical';
export { type CompiledMachine, compileMachine } from './statechart/compileMachine';
export { type PossibleEvent, possibleEvents } from './statechart/possibleEvents';
export {
  type MachineStart,
  type SimulatedMachine,
  type SimulatedStep,
  sendToMachine,
  simulateMachine,
  startMachine,
} from './statechart/simulateMachine';
export { persistStanding, restoreStanding } from './statechart/standing';

export type {
  GuardAnswers,
  MachineEffect,
  MachineEvent,
  MachineStanding,
  MachineTurn,
} from './statechart/turn';
