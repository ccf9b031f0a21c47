export {
  CapabilityPlanBuilder,
  type NodeSpec,
  type Placed,
  type Source,
} from './builder/capabilityPlanBuilder';
export type { GroupSpec, StepSpec } from './builder/groupSpec';
export type { StateBuilder, TargetSpec, TransitionSpec } from './builder/stateBuilder';
export { StateMachineBuilder } from './builder/stateMachineBuilder';
export { apply } from './edits/apply';
export type { Applied, Edit, PlanChanges } from './edits/edit';
export type { ContainerId } from './edits/inPlan';
export type { Places } from './edits/layout';
export type { ItemList, ItemOf } from './edits/lists';
export type { AnyTransition, MachineEdit, TransitionRef } from './edits/machine/machineEdits';
export { listOf, listsOf, type Owner, splitPath, withList } from './edits/machine/transitionLists';
export {
  type Asked,
  type AskedName,
  compileCondition,
  evaluateCondition,
  namesAskedIn,
} from './expressions/condition';
export {
  compileExpression,
  type Expression,
  type ExpressionError,
  evaluate,
  type Scope,
} from './expressions/expression';
export { type Hole, holesIn } from './expressions/holes';
export { checkJsonata } from './expressions/jsonata';
export { type Accounting, accountedBy } from './expressions/meter';
export { isReservedName, type References, references } from './expressions/references';
export { compileTemplate, fill, fillText, type Template } from './expressions/template';
export { typeProblem, typeProblemOfCondition } from './expressions/types';
export type { Effect } from './fields/effect';
export type { Retry } from './fields/nodeFields';
export type { Fix } from './fixes/fix';
export { fixesFor, mayBeFixed, problemKey } from './fixes/fixesFor';
export { type Extracted, extractSubPlan } from './gestures/extractSubPlan';
export { fragmentOf, type Pasted, pasteFragment } from './gestures/fragment';
export { type GroupPlaces, groupNodes } from './gestures/groupNodes';
export { heal } from './gestures/heal';
export { insertOnEdges } from './gestures/insertOnEdges';
export { newNode } from './gestures/newNode';
export { type NewStateKind, newState } from './gestures/newState';
export { renameVariable } from './gestures/renameVariable';
export { type PastedStates, pasteStates, statesOf } from './gestures/stateFragment';
export { allBodies, allNodes, containerDepth, findNode, nodeIds, type PlacedNode } from './graph/allNodes';
export {
  type Asking,
  type AskingEdit,
  type AskingFields,
  askingAt,
  askingOf,
  withAsking,
  withAskingAt,
} from './graph/asking';
export { askingOfState, invocationId, type StateAsking } from './graph/askingOfState';
export { type BodyName, bodiesOf, bodyId, isContainer, withBodies } from './graph/bodies';
export {
  asksModel,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  capabilityOfMerge,
  MODEL_CAPABILITY,
  mayPropose,
  modelsNamedBy,
  toolsNamedBy,
  toolsOpenTo,
} from './graph/calls';
export { components } from './graph/components';
export { cyclesOf } from './graph/cycles';
export { fieldsOf, namesIn } from './graph/fieldsOf';
export { hears } from './graph/hears';
export { inputDefaults, inputSchema } from './graph/inputSchema';
export { type LabelPlace, labelPlace } from './graph/labelPlace';
export { actionsOf, type MachineCalls, machineCalls } from './graph/machineCalls';
export { eventOfOurs, eventsHeard, unheardEvent } from './graph/machineEvents';
export { modelNamed } from './graph/modelNamed';
export { ancestorsOf } from './graph/reach';
export { type Responses, responsesOf } from './graph/responses';
export { allStates, findState, mapStates, type PlacedState, placedStates, stateIds } from './graph/states';
export { plansInside, withPlansInside } from './graph/subPlans';
export { type PlacedTransition, type TransitionCause, targetsOf, transitionsOf } from './graph/transitions';
export { bodyHash, machineHash, nodeHash, planHash, workspaceHash, workspaceHashIn } from './hash/planHash';
export {
  allows,
  capabilityAsked,
  type PlanReferences,
  referencesOf,
} from './hash/references';
export { NODE_TYPES, type NodeIcon, portsOf, titleOf } from './nodes';
export { isSingle, USUAL_TURNS } from './nodes/agent';
export { type ByType, byType } from './nodes/byType';
export type { CardSurroundings } from './nodes/cardSurroundings';
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
export type { NodeType, PaletteSection } from './nodes/nodeType';
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
export { REPLAN_DEFAULTS } from './nodes/replan';
export { compileSearch, type Pattern } from './patterns/pattern';
export {
  addressParameter,
  type Destination,
  destinationOf,
  hasFixedHost,
  hostOfAddress,
  isHostPattern,
} from './policies/destination';
export { mayPlan, withPlanning } from './policies/dynamicPlans';
export { mayChange, type RuledCall, type Ruling, rulingOf, type Verdict } from './policies/rulingOf';
export { type Literal, literalsOf, withInputs } from './promote/literals';
export type { Origin } from './promote/origin';
export { promote } from './promote/promote';
export { nodeReads } from './promote/texts';
export { forbiddenKeys } from './read/forbiddenKeys';
export { jsonWarnings } from './read/jsonWarnings';
export { readGuardAnswers, readMachineEvents, type SimulatedEvent } from './read/machineEvents';
export { readBody, readEdge, readMachine, readNode, readPlan, readShape, readState } from './read/part';
export { type ReadOutcome, read, readJson } from './read/read';
export { NOTHING_SAID, type Outcome, readScript, type Script, type ScriptEvent } from './read/script';
export { type SoundParts, soundParts } from './read/soundParts';
export { check, checkBody, checkForRun, checkPlan } from './rules/check';
export { containersTooDeep } from './rules/containersTooDeep';
export { checkMachineAlone, checkProposedMachine } from './rules/machine/checkMachine';
export { declaredNames, localsOf } from './rules/names';
export { type Reads, readsOfExpression, readsOfNode, readsOfTemplate } from './rules/nodeReads';
export type { BodyContext, ProposedBounds } from './rules/rule';
export { notRunYet } from './rules/supported';
export {
  type CapabilityDescriptor,
  type Catalogue,
  catalogueSchema,
  isOfSession,
  MESSAGE_CAPABILITY,
} from './schema/capabilityDescriptor';
export {
  type ColumnNotation,
  type ColumnReading,
  type ColumnType,
  columnReadingSchema,
} from './schema/columnReading';
export {
  type DocumentFile,
  type DocumentKind,
  type FileDocument,
  isFileDocument,
  type TextDocument,
  type TextKind,
  type WorkspaceDocument,
} from './schema/document';
export type { Feature, FeaturePhase } from './schema/feature';
export { type SchemaViolation, validateJson } from './schema/foreign';
export type { MachineAction } from './schema/machineAction';
export { type Making, makingOf } from './schema/making';
export { BUILT_IN_PARSERS, type Parser } from './schema/parser';
export {
  type CapabilityPlan,
  type Plan,
  planSchema,
} from './schema/plan';
export { generalSchema, paramsSchema, workspaceJsonSchema } from './schema/published';
export type { Invocation, State, StateAction } from './schema/state';
export type { Responder, StateMachinePlan } from './schema/stateMachine';
export { takesRows } from './schema/takesRows';
export type { DelayedTransition, EventTransition, Transition } from './schema/transition';
export type { Variable } from './schema/variable';
export {
  type Connection,
  FORMAT,
  type HtnPlanner,
  type ModelSpec,
  type Place,
  type PlannerDocument,
  type Policy,
  type Prompt,
  type RulesPlanner,
  VERSION,
  type Workspace,
} from './schema/workspace';
export { assemble as assembleSteps, type Draft as PlanDraft } from './shapes/assemble';
export { branchesOf, caseOf, chainOf, switchAfter } from './shapes/branches';
export { draftOf } from './shapes/draftOf';
export { onlyTextOf } from './shapes/goalStep';
export { bodyOfGroups, type GroupsBody } from './shapes/groups';
export { isPlanShaped } from './shapes/isPlanShaped';
export { isCall, isStep } from './shapes/isStep';
export { bodyOfMachine } from './shapes/machine/bodyOfMachine';
export type { MachineDraft } from './shapes/machine/draft';
export {
  conditionOfText,
  PLACEHOLDER_PATH,
  templateOfPlaceholders,
} from './shapes/machine/foreignTexts';
export { machineDraftOf } from './shapes/machine/machineDraft';
export { outline as outlineOfSteps } from './shapes/outline';
export { outlineOf } from './shapes/outlineOf';
export { type StreamLine, streamLineOf } from './shapes/streamLine';
export { isSubPlanner, subPlannerParams, subPlannerSays } from './shapes/subPlanner';
export { type GoalSteps, NO_TOOLS, type Tools as StepTools } from './shapes/tools';
export { type Trial, type TrialPlace, trialOf } from './trial/trialOf';
export { toJson, write } from './write/write';
