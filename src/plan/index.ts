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
export type { ContainerId, Places } from './edits/inPlan';
export { listOf, listsOf, splitPath, withList } from './edits/machine/machine';
export { readPutItem } from './edits/workspace';
export { type Asked, compileCondition, evaluateCondition, namesAskedIn } from './expressions/condition';
export { compileExpression, type ExpressionError, evaluate } from './expressions/expression';
export { checkJsonata } from './expressions/jsonata';
export { type Accounting, accountedBy } from './expressions/meter';
export { isReservedName, type References } from './expressions/references';
export { compileTemplate, fill, fillText, type Hole, holesIn, type Template } from './expressions/template';

export { typeProblem, typeProblemOfCondition } from './expressions/types';
export type { Effect, Variable } from './fields/fields';
export type { Retry } from './fields/nodeFields';
export type { Fix } from './fixes/fix';
export { fixesFor, mayBeFixed, problemKey } from './fixes/fixesFor';
export { extractSubPlan } from './gestures/extractSubPlan';
export { fragmentOf, pasteFragment, pasteStates, statesOf } from './gestures/fragment';
export { type NewStateKind, newNode, newState } from './gestures/node';
export { renameVariable } from './gestures/renameVariable';
export { groupNodes, heal, insertOnEdges } from './gestures/splice';
export {
  allBodies,
  allNodes,
  type BodyName,
  bodiesOf,
  bodyId,
  bodyOfMachine,
  components,
  findNode,
  isContainer,
  nodeIds,
  plansInside,
  withBodies,
  withPlansInside,
} from './graph/bodies';
export {
  type Asking,
  type AskingEdit,
  askingAt,
  askingOf,
  askingOfState,
  asksModel,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  capabilityOfMerge,
  invocationId,
  MODEL_CAPABILITY,
  machineCalls,
  mayPropose,
  modelNamed,
  modelsNamedBy,
  type StateAsking,
  toolsNamedBy,
  toolsOpenTo,
  withAsking,
  withAskingAt,
} from './graph/calls';
export { fieldsOf, fieldsOfOwner, namesIn } from './graph/fieldsOf';
export { ancestorsOf, cyclesOf, inSequence } from './graph/order';
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
  responsesOf,
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
export { shapeOf, validateJson } from './jsonSchema/judge';
export { type JsonType, Shape } from './jsonSchema/shape';
export { criteriaOf, isSingle, USUAL_TURNS } from './nodes/agent';
export { USUAL_THRESHOLD } from './nodes/evaluation';
export {
  type Body,
  type ByType,
  byType,
  type ContainerNode,
  type Edge,
  edgeKey,
  NODE_TYPES,
  type NodeOf,
  type NodeTypeName,
  type PlanNode,
  portsOf,
  titleOf,
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
export { type Literal, literalsOf, nodeReads, type Origin, promote, withInputs } from './promote';
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
export {
  addressParameter,
  checkPolicy,
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
} from './rules/policies';
export { type BodyContext, declaredNames, localsOf, notRunYet } from './rules/rule';
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
export {
  conditionOfText,
  type MachineDraft,
  machineDraftOf,
  PLACEHOLDER_PATH,
  templateOfPlaceholders,
} from './shapes/machineDraft';
export { outline as outlineOfSteps } from './shapes/outline';
export { isPlanShaped, outlineOf, streamLineOf } from './shapes/outlineOf';
export {
  type GoalSteps,
  isSubPlanner,
  NO_TOOLS,
  onlyTextOf,
  subPlannerParams,
  subPlannerSays,
  type Tools as StepTools,
} from './shapes/stepToNode';
export { type Trial, trialOf } from './trial/trialOf';
