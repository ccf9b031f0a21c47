export { boundedModels, type ReplyLimits } from './boundedModels';
export { catalogueOf } from './catalogue';
export { SimulatedClock, systemClock } from './clock';
export { closureOf } from './closure';
export type { StartOptions } from './firstFact';
export { answerGoals, type GoalsOfRun, goalRunId } from './goals/answerGoals';
export type { GoalHost, GoalRun } from './goals/goalHost';
export { refuseGoal } from './goals/goalLimits';
export { receiverOf, type SessionEvent } from './goals/sessionEvents';
export type { Host } from './host';
export { systemIds } from './ids';
export { checkRunInput } from './inputContract';
export type { Interceptor, NodeMoment } from './interceptors';
export { evaluateJsonata } from './jsonata/evaluate';
export { memoryLedger } from './memoryLedger';
export { ModelReply, type ToolCall } from './modelReply';
export { canonicalOrigin, isSameOrigin } from './origin';
export {
  type CallContext,
  CallError,
  type CallFlow,
  CallResult,
  type Capabilities,
  type Capability,
  type Clock,
  type FailedCall,
  type FinishReason,
  type Ids,
  type LedgerStore,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type Models,
  StorageError,
} from './ports';
export { readByExpression } from './readRaw';
export { type Redactor, redactor } from './redact';
export { resumeRun } from './resumeRun';
export type { RunHandle, RunTrouble, Settlement } from './runHandle';
export { type SecretWriting, secretWritings } from './secretWritings';
export {
  type Simulation,
  type SimulationOptions,
  type SimulationReport,
  simulate,
  type TimelineLine,
  type TimelineStatus,
} from './simulation/simulate';
export { startRun } from './startRun';
export { unconnectedAmong } from './unconnected';
