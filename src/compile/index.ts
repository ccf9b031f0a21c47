export {
  type CompiledPlan,
  compile,
  compileBody,
  lowerAlone as compileAlone,
  lowerBranches as branchesOf,
} from './compile';
export { type MachineGraph, machineGraph } from './export/machineGraph';
export { machineToMermaid, toMermaid } from './export/mermaid';
export { toTypeScript } from './export/typescript';
export { allScopes, sourceMap, toXStateJson } from './export/xstateJson';

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

export { type BranchesScope, type CompiledNode, type CompiledScope, scopeIn } from './scope';

export { type CompiledMachine, compileMachine } from './statechart/compileMachine';
export {
  type SimulatedMachine,
  type SimulatedStep,
  sendToMachine,
  simulateMachine,
  startMachine,
} from './statechart/simulateMachine';
export { type PossibleEvent, persistStanding, possibleEvents, restoreStanding } from './statechart/standing';

export type {
  GuardAnswers,
  MachineEffect,
  MachineEvent,
  MachineStanding,
  MachineTurn,
} from './statechart/turn';
