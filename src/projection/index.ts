export { callInside, scopeOf } from './addresses';
export {
  type AgentCard,
  type AgentCriterion,
  type AgentMeter,
  type AgentTurn,
  agentTurns,
  callsMadeBy,
  type InnerCall,
  isThinking,
  type TranscriptLine,
} from './agent';

export {
  type AnswerSource,
  type AnswerStep,
  answerSources,
  answerSteps,
  type Citation,
  type CitedAnswer,
  citationsIn,
  citedAnswer,
  type SourceTest,
} from './answer';
export { callerOf } from './callerOf';
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
  sameAgent,
  samePicture,
  sameRounds,
  sameShape,
  shareGraph,
  shownStatus,
} from './graph';
export {
  causeText,
  graphOfMachine,
  kindOfState,
  labelOfTransition,
  lightOfRun,
  type MachineLook,
} from './graphOfMachine';

export { graphOf, graphOfAttempt, graphOfPlan, type ReadDraft } from './graphOfPlan';

export {
  asInterrupted,
  executorFor,
  graphOfRun,
  planVariableOf,
  type RunChoices,
  statusAt,
} from './graphOfRun';
export {
  type LedgerFilter,
  type LedgerRow,
  labelOf,
  ledgerRows,
  passes,
  rowsOfCommit,
  wordsOfRunPolicy,
} from './ledgerRows';
export {
  type DrawnTransition,
  type MachineLight,
  NO_LIGHT,
  type RunningDelay,
  type StateKind,
  type StateShape,
  transitionKey,
} from './machineShapes';
export {
  type AskedPlanner,
  askedPlanners,
  type FallbackOfRun,
  fallbackOf,
  fallbacksOf,
  refusedModelOf,
} from './modelWork';
export { inNames, inNamesAt, type Names, namesIn, namesOf, nodeAtAddress } from './names';
export { type OutlineRow, outlineOf, stepsOf, wordOf } from './outline';
export { machineDifference, planDifference, type StepChange } from './planDifference';
export { advance, EMPTY_VIEW, LedgerViews, project } from './project';
export { type ConfigRow, type NodeRow, type Records, type RunRow, recordsOf } from './records';
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
  pinnedSteps,
  pinnedWords,
  type RunMetadata,
  type StepResult,
  stepResultOf,
} from './runMetadata';
export {
  type AttemptRecord,
  isSettled,
  isUnanswered,
  type MachineRecord,
  type NodeRecord,
  type NodeStatus,
  type OpenedPlan,
  type PlanningAttempt,
  type PlanningRecord,
  type RunStatus,
  type RunView,
  type Span,
  type StreamedStep,
  type VariableRecord,
  type Waiting,
  type WaitRecord,
} from './runView';

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
