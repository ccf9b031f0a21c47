export { ModelReply, type ToolCall } from './askModel';
export { type Blobs, type Bytes, bytesHash, memoryBlobs } from './blobs';
export { askingSteps } from './branches/askingSteps';
export {
  type Because,
  type CallCounts,
  type Foreseen,
  type ForeseenFork,
  foresee,
  foreseeFork,
  type Price,
} from './branches/foresee';
export { type ForkChanges, forkOf, hasInput, hasSucceeded } from './branches/forkOf';
export { madePlans } from './branches/madePlans';
export { type Branch, type Definition, isEdited, retryOf, workspaceThen } from './branches/retryOf';
export { begins, notBegun, runFromOf, runOnlyOf, runUpToOf } from './branches/runFromOf';
export { answersIn, findStale, type StaleBecause, type StaleSteps, staleOf } from './branches/staleOf';

export { CallError, diagnosticOf } from './callError';
export { SimulatedClock, systemClock } from './clock';
export { catalogueOf, closureOf } from './closure';

export { documentReader, type FileReader, readAtOnce } from './documents';
export { filesOfCommit, filesOfText } from './filesNamed';
export { type StartOptions, systemIds } from './firstFact';
export {
  answerGoals,
  type GoalHost,
  type GoalRun,
  type GoalsOfRun,
  goalRunId,
  refuseGoal,
} from './goals/answerGoals';

export { receiverOf, type SessionEvent } from './goals/sessionEvents';
export type { Host } from './host';

export type { Interceptor } from './interceptors';
export { evaluateJsonata } from './jsonata/evaluate';
export { madeHandle, nameHandles } from './madeHandles';
export { memoryLedger } from './memoryLedger';
export { type NamedTable, namedTables, startOf, tablesOfInputs } from './missingFiles';
export { boundedModels } from './modelMeter';
export { canonicalOrigin, isSameOrigin, isThisDevice } from './origin';
export {
  type CallContext,
  CallResult,
  type Capabilities,
  type Capability,
  type Clock,
  type FinishReason,
  type LedgerStore,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type Models,
  type ModelTool,
  type Progress,
  StorageError,
} from './ports';
export {
  type DocumentReader,
  type FollowedReading,
  type ReadDocument,
  type ReadText,
  readByExpression,
} from './readDocument';
export { redactor, type SecretWriting, secretWritings } from './redact';
export type { RunHandle, RunTrouble, Settlement } from './runHandle';
export {
  EMPTY_SESSION,
  type Episode,
  readSession,
  type SessionContent,
  sessionText,
  withMemory,
  withNote,
  withoutEpisode,
} from './sessions/content';
export { givenSession, keepEpisode, type OpenSession, type Sessions, turnsOf } from './sessions/sessions';
export { type SimulationReport, simulate } from './simulation/simulate';
export type { SqlEngine, SqlQuestion, SqlTable } from './sql';
export { resumeRun, startRun } from './startRun';
export { storable } from './storable';
export { bytesOfTable, type KeptTable, linesOf, nextTask, readLines, type Tables, tablesIn } from './tables';

export { pinsOfTrial, type TrialIn, trialIn } from './trialIn';
export { type SlotStanding, unconnectedAmong } from './unconnected';
