export { type Blobs, type Bytes, bytesHash, memoryBlobs } from './blobs';
export { boundedModels, type ReplyLimits } from './boundedModels';
export { answersIn } from './branches/answersIn';
export { type AskingStep, askingSteps } from './branches/askingSteps';
export { type Because, type Foreseen, foresee } from './branches/foresee';
export { type ForeseenFork, foreseeFork } from './branches/foreseeFork';
export { type ForkChanges, forkOf, hasInput, hasSucceeded } from './branches/forkOf';
export { madePlans } from './branches/madePlans';
export type { CallCounts, Price } from './branches/priceOf';
export { type Branch, type Definition, isEdited, retryOf, workspaceThen } from './branches/retryOf';
export { begins, notBegun, runFromOf } from './branches/runFromOf';
export { runOnlyOf } from './branches/runOnlyOf';
export { runUpToOf } from './branches/runUpToOf';
export { findStale, type NamedThing, type StaleBecause, type StaleSteps, staleOf } from './branches/staleOf';
export { CallError, diagnosticOf, type FailedCall } from './callError';
export { catalogueOf } from './catalogue';
export { SimulatedClock, systemClock } from './clock';
export { closureOf } from './closure';
export { documentReader, type FileReader, missingFile, readAtOnce } from './documents';
export { filesOfCommit, filesOfText } from './filesNamed';
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
export type { KeptTable, Tables, WrittenTable } from './keptTable';
export { madeHandle, nameHandles } from './madeHandles';
export { memoryLedger } from './memoryLedger';
export { startOf, tablesOfInputs } from './missingFiles';
export { ModelReply, type ToolCall } from './modelReply';
export { type NamedTable, namedTables } from './namedTables';
export { nextTask } from './nextTask';
export { canonicalOrigin, isSameOrigin, isThisDevice } from './origin';
export {
  type CallContext,
  type CallFlow,
  CallResult,
  type Capabilities,
  type Capability,
  type Clock,
  type FinishReason,
  type Ids,
  type LedgerStore,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type Models,
  type ModelTool,
  type Progress,
  StorageError,
} from './ports';
export type {
  DocumentReader,
  FollowedReading,
  ReadDocument,
  ReadSheet,
  ReadText,
} from './readDocument';
export { readByExpression } from './readRaw';
export { type Redactor, redactor } from './redact';
export { resumeRun } from './resumeRun';
export type { RunHandle, RunTrouble, Settlement } from './runHandle';
export { type SecretWriting, secretWritings } from './secretWritings';
export {
  EMPTY_SESSION,
  type Episode,
  type Memory,
  type Note,
  readSession,
  type SessionContent,
  sessionText,
  withMemory,
  withNote,
  withoutEpisode,
} from './sessions/content';
export { givenSession, keepEpisode, type OpenSession, type Sessions, turnsOf } from './sessions/sessions';
export {
  type Simulation,
  type SimulationOptions,
  type SimulationReport,
  simulate,
  type TimelineLine,
  type TimelineStatus,
} from './simulation/simulate';
export type { SqlEngine, SqlQuestion, SqlTable } from './sql';
export { startRun } from './startRun';
export { storable } from './storable';
export { bytesOfTable, linesOf, readLines, tablesIn } from './tables';
export { pinsOfTrial, type TrialIn, trialIn } from './trialIn';
export { type SlotStanding, unconnectedAmong } from './unconnected';
