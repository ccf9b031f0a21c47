export {
  CapabilityPlanBuilder,
  type GroupSpec,
  type NodeSpec,
  type Placed,
  type Source,
  type StepSpec,
} from './builder/capabilityPlanBuilder';

export {
  type StateBuilder,
  StateMachineBuilder,
  type TargetSpec,
  type TransitionSpec,
} from './builder/stateMachineBuilder';

export { apply } from './edits/apply';
export type { AnyTransition, Edit, PlanChanges } from './edits/edit';
export type { ContainerId } from './edits/inPlan';
export { readPutItem } from './edits/items';
export type { Places } from './edits/layout';
export { listOf, listsOf, splitPath, withList } from './edits/machine/transitionLists';
export { type Asked, compileCondition, evaluateCondition, namesAskedIn } from './expressions/condition';
export { compileExpression, type ExpressionError, evaluate } from './expressions/expression';
export { checkJsonata } from './expressions/jsonata';
export { type Accounting, accountedBy } from './expressions/meter';
export { isReservedName, type References, references } from './expressions/references';
export { compileTemplate, fill, fillText, type Hole, holesIn, type Template } from './expressions/template';

export { typeProblem, typeProblemOfCondition } from './expressions/types';
export type { Effect } from './fields/fields';
export type { Retry } from './fields/nodeFields';
export type { Fix } from './fixes/fix';
export { fixesFor, mayBeFixed, problemKey } from './fixes/fixesFor';
export { extractSubPlan } from './gestures/extractSubPlan';
export { fragmentOf, pasteFragment, pasteStates, statesOf } from './gestures/fragment';
export { groupNodes } from './gestures/groupNodes';
export { type NewStateKind, newNode, newState } from './gestures/newNode';
export { renameVariable } from './gestures/renameVariable';
export { heal, insertOnEdges } from './gestures/splice';
export {
  type Asking,
  type AskingEdit,
  askingAt,
  askingOf,
  askingOfState,
  invocationId,
  type StateAsking,
  withAsking,
  withAskingAt,
} from './graph/asking';
export {
  allBodies,
  allNodes,
  type BodyName,
  bodiesOf,
  bodyId,
  components,
  findNode,
  isContainer,
  nodeIds,
  plansInside,
  withBodies,
  withPlansInside,
} from './graph/bodies';

export {
  asksModel,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  capabilityOfMerge,
  MODEL_CAPABILITY,
  machineCalls,
  mayPropose,
  modelNamed,
  modelsNamedBy,
  responsesOf,
  toolsNamedBy,
  toolsOpenTo,
} from './graph/calls';
export { fieldsOf, fieldsOfOwner, namesIn } from './graph/fieldsOf';
export { ancestorsOf, cyclesOf } from './graph/order';
export {
  allStates,
  eventOfOurs,
  findState,
  hears,
  type LabelPlace,
  labelPlace,
  mapStates,
  type PlacedTransition,
  placedStates,
  stateIds,
  type TransitionCause,
  targetsOf,
  transitionsOf,
  unheardEvent,
} from './graph/states';
export {
  allows,
  bodyHash,
  capabilityAsked,
  machineHash,
  nodeHash,
  type PlanReferences,
  planHash,
  referencesOf,
  toJson,
  workspaceHash,
  workspaceHashIn,
  write,
} from './hash/planHash';
export { type ByType, byType, NODE_TYPES, portsOf, titleOf } from './nodes';
export { criteriaOf, isSingle, USUAL_TURNS } from './nodes/agent';
export { USUAL_THRESHOLD } from './nodes/evaluation';
export {
  type Body,
  type ContainerNode,
  type Edge,
  edgeKey,
  type NodeOf,
  type NodeTypeName,
  type PlanNode,
} from './nodes/node';
export type { CardSurroundings, PaletteSection } from './nodes/nodeType';
export { REPLAN_DEFAULTS } from './nodes/planExecutor';
export {
  flavourOf,
  flavourSchema,
  MODEL_FLAVOURS,
  makesAgents,
  PLANNER_FLAVOURS,
  type PlanLimits,
  type PlannerFlavour,
  type PlanRanking,
  plannerKindOf,
} from './nodes/planner';
export { USUAL_ROUNDS } from './nodes/reflection';
export { compileSearch, type Pattern } from './patterns/pattern';
export {
  addressParameter,
  coveredBy,
  type Destination,
  destinationOf,
  hasFixedHost,
  mayChange,
  mayPlan,
  type RuledCall,
  type Ruling,
  rulingOf,
  withPlanning,
} from './policies';
export { type Origin, promote } from './promote/promote';
export { type Literal, literalsOf, nodeReads, withInputs } from './promote/texts';
export {
  forbiddenKeys,
  jsonWarnings,
  type ReadOutcome,
  read,
  readBody,
  readEdge,
  readItem,
  readJson,
  readMachine,
  readNode,
  readPlan,
  readPolicy,
  readShape,
  readState,
  soundParts,
} from './read/read';
export {
  NOTHING_SAID,
  type Outcome,
  readGuardAnswers,
  readMachineEvents,
  readScript,
  type Script,
  type ScriptEvent,
  type SimulatedEvent,
  scriptPartSchema,
} from './read/script';
export { check, checkBody, checkForRun, checkPlan } from './rules/check';
export { checkItem } from './rules/checkShared';
export { containersTooDeep } from './rules/graph';
export { checkMachineAlone, checkProposedMachine } from './rules/machine/checkMachine';
export { declaredNames, localsOf } from './rules/names';
export { checkPolicy } from './rules/policies';
export { type BodyContext, notRunYet } from './rules/rule';
export { type Reads, readsOfExpression, readsOfNode, readsOfTemplate } from './rules/texts';
export { resultShape, shapesOfVariables } from './rules/types';
export {
  type CapabilityDescriptor,
  type Catalogue,
  catalogueSchema,
  isOfSession,
  MESSAGE_CAPABILITY,
  takesRows,
} from './schema/capabilityDescriptor';
export {
  type ColumnNotation,
  type ColumnReading,
  type ColumnType,
  columnReadingSchema,
  type DocumentFile,
  type DocumentKind,
  type FileDocument,
  isFileDocument,
  type Making,
  makingOf,
  type TextDocument,
  type TextKind,
  type WorkspaceDocument,
} from './schema/document';
export { type JsonType, Shape, shapeOf, validateJson } from './schema/foreign';
export { type CapabilityPlan, inputDefaults, inputSchema, type Plan } from './schema/plan';
export {
  generalSchema,
  itemSchema,
  machinePartSchema,
  noteLookSchema,
  paramsSchema,
  policyJsonSchema,
  runPartSchema,
  workspaceJsonSchema,
} from './schema/published';
export type {
  DelayedTransition,
  EventTransition,
  Invocation,
  MachineAction,
  Responder,
  State,
  StateMachinePlan,
  Transition,
} from './schema/stateMachine';
export type { Variable } from './schema/variable';
export {
  BUILT_IN_PARSERS,
  type Connection,
  type Feature,
  type FeaturePhase,
  FORMAT,
  type HtnPlanner,
  ITEM_LISTS,
  type ItemOf,
  type ModelSpec,
  type NoteColor,
  noteColorSchema,
  type Parser,
  type Place,
  type PlannerDocument,
  type Policy,
  type Prompt,
  placeSchema,
  type RulesPlanner,
  VERSION,
  type Workspace,
} from './schema/workspace';

export { assemble as assembleSteps, type Draft as PlanDraft, draftOf } from './shapes/assemble';
export { isCall, isStep } from './shapes/calls';
export { bodyOfGroups, branchesOf, chainOf, switchAfter } from './shapes/groups';
export { bodyOfMachine, machineDraftOf } from './shapes/machine/machineDraft';
export {
  conditionOfText,
  type MachineDraft,
  PLACEHOLDER_PATH,
  templateOfPlaceholders,
} from './shapes/machine/machineOfDefinition';
export { outline as outlineOfSteps } from './shapes/outline';
export { isPlanShaped, outlineOf } from './shapes/outlineOf';

export { isSubPlanner, onlyTextOf, subPlannerParams, subPlannerSays } from './shapes/stepToNode';
export { streamLineOf } from './shapes/streamLine';

export { type GoalSteps, NO_TOOLS, type Tools as StepTools } from './shapes/tools';
export { type Trial, trialOf } from './trial/trialOf';
