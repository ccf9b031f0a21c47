export { NODE_TYPES, portsOf, titleOf } from './nodes';
export type { NodeType, PaletteSection } from './nodes/nodeType';
export { PLANNER_FLAVOURS, type PlanLimits, type PlannerFlavour } from './nodes/planner';
export {
  type CapabilityDescriptor,
  type Catalogue,
  capabilityDescriptorSchema,
  catalogueSchema,
} from './schema/capabilityDescriptor';
export type { Effect } from './schema/effect';
export {
  type Body,
  bodySchema,
  type Edge,
  edgeSchema,
  type NodeOf,
  type NodeTypeName,
  nodeSchema,
  type PlanNode,
} from './schema/node';
export type { Retry } from './schema/nodeFields';
export {
  type CapabilityPlan,
  capabilityPlanSchema,
  type Plan,
  planSchema,
  type Variable,
} from './schema/plan';
export type { State, StateMachinePlan } from './schema/stateMachine';
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
  type WorkspaceDocument,
  workspaceSchema,
} from './schema/workspace';
