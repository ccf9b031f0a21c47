export { scopeOf } from './addresses';
export type { AgentCard, AgentCriterion, AgentMeter, TranscriptLine } from './agentCard';
export { type AgentTurn, agentTurns, callsMadeBy, type InnerCall, isThinking } from './agentTurns';
export { type Citation, type CitedAnswer, citationsIn, citedAnswer } from './answerCitations';
export {
  type AnswerSource,
  type AnswerStep,
  answerSources,
  answerSteps,
  type SourceTest,
} from './answerSources';
export { type AskedPlanner, askedPlanners } from './askedPlanners';
export { callerOf } from './callerOf';
export { callInside } from './callsInside';
export { type Cost, type CostRow, type Costs, costsOf, moneyText } from './costs';
export { type DecomposedTask, decompositionOf, type TriedMethod } from './decomposition';
export { type Place as RunPlace, placeOf } from './drawBody';
export { openedPlan } from './foldEntry';
export {
  type Boxes,
  type BoxForm,
  type CardType,
  edgeKey,
  type Graph,
  type GraphBox,
  type GraphEdge,
  type GraphMark,
  type GraphNode,
  type Lane,
  type MachinePicture,
  type NodeCard,
  type StateCard,
  shownStatus,
} from './graph';

export { graphOf } from './graphOf';
export { graphOfAttempt, type ReadDraft } from './graphOfAttempt';
export { graphOfPlan } from './graphOfPlan';
export {
  asInterrupted,
  executorFor,
  graphOfRun,
  planVariableOf,
  type RunChoices,
  statusAt,
} from './graphOfRun';
export { isSettled } from './isSettled';
export { isUnanswered } from './isUnanswered';
export { labelOf, wordsOfRunPolicy } from './labels';
export { type LedgerFilter, type LedgerRow, ledgerRows, passes, rowsOfCommit } from './ledgerRows';
export { LedgerViews } from './ledgerViews';
export {
  causeText,
  graphOfMachine,
  kindOfState,
  labelOfTransition,
  type MachineLook,
} from './machine/graphOfMachine';
export { lightOfRun } from './machine/lightOfRun';
export {
  type DrawnTransition,
  type MachineLight,
  NO_LIGHT,
  type RunningDelay,
  type StateKind,
  type StateShape,
  transitionKey,
} from './machineShapes';
export { type FallbackOfRun, fallbackOf, fallbacksOf } from './modelWork';
export { inNames, inNamesAt, type Names, namesIn, namesOf, nodeAtAddress } from './names';
export { type OutlineRow, outlineOf, stepsOf, wordOf } from './outline';
export { pinnedSteps, pinnedWords } from './pinnedSteps';
export { machineDifference, planDifference, type StepChange } from './planDifference';
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
  graphOfDifference,
  type PlanRevision,
  type RevisedStep,
  revisedSteps,
  revisionsIn,
  revisionsOf,
} from './revisions';
export type { RoundStatus, Rounds } from './rounds';
export { type CallOfRun, type CallOutcome, makerOf, ruledCalls, rulingsOn } from './ruledCalls';
export {
  metadataOf,
  type Outcome,
  type OutcomeStep,
  outcomeOf,
  type RunMetadata,
  type StepResult,
  stepResultOf,
} from './runMetadata';
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
  Span,
  StreamedStep,
  VariableRecord,
  Waiting,
  WaitRecord,
} from './runView';
export { sameAgent, samePicture, sameRounds, sameShape, shareGraph } from './shareGraph';
export { cutText, shortValue } from './shortValue';
export {
  type BarKind,
  type TimeFold,
  type Timeline,
  type TimelineBar,
  type TimelineRow,
  timelineOf,
} from './timeline';
export {
  type ArgumentOrigins,
  type Origin,
  originsAmong,
  originsOf,
  originsOfArguments,
  type VariableRow,
  variablesAt,
  wordsOfOrigin,
} from './variables';
