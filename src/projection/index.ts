export { scopeOf } from './addresses';
export { agentTranscript, type TranscriptLine } from './agentTranscript';
export { type AgentTurn, agentTurns, isThinking } from './agentTurns';
export { type AnswerSource, answerSources, type SourceTest } from './answerSources';
export { type AnswerStep, answerSteps } from './answerSteps';
export { type AskedPlanner, askedPlanners } from './askedPlanners';
export type { Boxes, BoxForm, GraphBox } from './boxes';
export { callerOf } from './callerOf';
export { callInside } from './callsInside';
export { callsMadeBy, type InnerCall } from './callsMadeBy';
export { type Cost, type CostRow, type Costs, costsOf } from './costs';
export { type DecomposedTask, decompositionOf, type TriedMethod } from './decomposition';
export { type FallbackOfRun, fallbackOf, fallbacksOf } from './fallbacks';
export type { TimeFold } from './foldIdle';
export {
  type CardType,
  edgeKey,
  type Graph,
  type GraphEdge,
  type GraphMark,
  type GraphNode,
  type Lane,
  type MachinePicture,
  type NodeCard,
  type Span,
  type StateCard,
  shownStatus,
} from './graph';
export { graphOf } from './graphOf';
export { graphOfAttempt, type ReadDraft } from './graphOfAttempt';
export { graphOfDifference } from './graphOfDifference';
export { graphOfPlan } from './graphOfPlan';
export { graphOfRun, type RunChoices } from './graphOfRun';
export { isSettled } from './isSettled';
export { isUnanswered } from './isUnanswered';
export { labelOf } from './labels';
export { type LedgerFilter, type LedgerRow, ledgerRows, passes, rowsOfCommit } from './ledgerRows';
export { LedgerViews } from './ledgerViews';
export { graphOfMachine, type MachineLook } from './machine/graphOfMachine';
export { lightOfRun } from './machine/lightOfRun';
export { kindOfState } from './machine/stateWords';
export { causeText, labelOfTransition } from './machine/transitionWords';
export {
  type DrawnTransition,
  type MachineLight,
  NO_LIGHT,
  type RunningDelay,
  type StateKind,
  type StateShape,
  transitionKey,
} from './machineShapes';
export { makerOf } from './makerOf';
export { type Names, namesOf, nodeAtAddress } from './names';
export { inNames, inNamesAt, namesIn } from './namesInText';
export { openedPlan } from './openedPlan';
export {
  type ArgumentOrigins,
  type Origin,
  originsAmong,
  originsOf,
  originsOfArguments,
  wordsOfOrigin,
} from './origins';
export { type Outcome, type OutcomeStep, outcomeOf } from './outcome';
export { type OutlineRow, outlineOf, stepsOf, wordOf } from './outline';
export { pinnedSteps, pinnedWords } from './pinnedSteps';
export { type Place as RunPlace, placeOf } from './placeOf';
export { planDifference, type StepChange } from './planDifference';
export { executorFor, planVariableOf } from './planHome';
export { advance, EMPTY_VIEW, project } from './project';
export { type ConfigRow, type NodeRow, type Records, type RunRow, recordsOf } from './records';
export { refusedModelOf } from './refusedModel';
export {
  attemptsIn,
  measuresFor,
  type RecordedAttempt,
  type Reliability,
  reliabilityOf,
} from './reliability';
export {
  type ChangedField,
  changedFields,
  countsOfRevision,
  type PlanRevision,
  type RevisedStep,
  revisedSteps,
  revisionsIn,
  revisionsOf,
} from './revisions';
export type { RoundStatus, Rounds } from './rounds';
export { type CallOfRun, ruledCalls, rulingsOn } from './ruledCalls';
export { metadataOf, type RunMetadata, type StepResult, stepResultOf } from './runMetadata';
export { wordsOfRunPolicy } from './runPolicies';
export type {
  AttemptRecord,
  MachineRecord,
  NodeRecord,
  NodeStatus,
  OpenedPlan,
  PlanningAttempt,
  PlanningRecord,
  RunStatus,
  RunView,
  StreamedStep,
  VariableRecord,
  Waiting,
  WaitRecord,
} from './runView';
export { samePicture, sameRounds, sameShape, sameTold, shareGraph } from './shareGraph';
export { cutText, shortValue } from './shortValue';
export { asInterrupted, statusAt } from './statusAt';
export { type BarKind, type Timeline, type TimelineBar, type TimelineRow, timelineOf } from './timeline';
export { type VariableRow, variablesAt } from './variables';
