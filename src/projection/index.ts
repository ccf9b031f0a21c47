export { callInside, scopeOf, transitionKey } from './addresses';
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
export { type Cost, costsOf, moneyText } from './costs';
export { type DecomposedTask, decompositionOf, type TriedMethod } from './decomposition';
export { placeOf } from './drawBody';
export { openedPlan } from './foldEntry';
export {
  type Boxes,
  type BoxForm,
  type CardType,
  type DrawnTransition,
  type Graph,
  type GraphBox,
  type GraphEdge,
  type GraphMark,
  type GraphNode,
  type Lane,
  type MachineLight,
  type MachinePicture,
  NO_LIGHT,
  type NodeCard,
  type RunningDelay,
  type StateCard,
  type StateKind,
  type StepChange,
  sameAgent,
  samePicture,
  sameRounds,
  sameShape,
  shareGraph,
  shownStatus,
} from './graph';
export { causeText, graphOfMachine, labelOfTransition, lightOfRun } from './graphOfMachine';
export { graphOf, graphOfAttempt, graphOfPlan, type ReadDraft } from './graphOfPlan';
export { asInterrupted, graphOfRun, statusAt } from './graphOfRun';
export { type LedgerFilter, type LedgerRow, labelOf, ledgerRows, wordsOfRunPolicy } from './ledgerRows';
export {
  type AskedPlanner,
  askedPlanners,
  type FallbackOfRun,
  fallbacksOf,
  refusedModelOf,
} from './modelWork';
export { callerOf, inNames, inNamesAt, type Names, namesIn, namesOf, nodeAtAddress } from './names';
export { type OutlineRow, outlineOf, stepsOf, wordOf } from './outline';
export { advance, EMPTY_VIEW, endOfWait, LedgerViews, project, waitsIn } from './project';
export { recordsOf } from './records';
export {
  attemptsIn,
  measuresFor,
  type RecordedAttempt,
  type Reliability,
  reliabilityOf,
} from './reliability';
export {
  changedFields,
  countsOfRevision,
  graphOfDifference,
  machineDifference,
  type PlanRevision,
  planDifference,
  type RevisedStep,
  revisionsIn,
} from './revisions';
export type { Rounds } from './rounds';
export { type CallOfRun, type CallOutcome, makerOf, ruledCalls, rulingsOn } from './ruledCalls';
export { metadataOf, outcomeOf, pinnedSteps, pinnedWords, stepResultOf } from './runMetadata';
export {
  isSettled,
  isUnanswered,
  type NodeRecord,
  type NodeStatus,
  type OpenedPlan,
  type PlanningAttempt,
  type PlanningRecord,
  type RunStatus,
  type RunView,
  type Span,
  type StreamedStep,
  type Waiting,
} from './runView';

export { cardTitle, cutText, shortValue } from './shortText';
export { type TimelineRow, timelineOf } from './timeline';
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
