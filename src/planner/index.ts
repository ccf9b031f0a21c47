export { BUILT_IN_HTN } from './builtIn/htn';
export { BUILT_IN_PLANNERS, plannerDocument } from './builtIn/plannerDocument';
export { BUILT_IN_RULES } from './builtIn/rules';
export { draftIn } from './choose/draftIn';
export { type ReplyEnd, type ReplyReading, readReply } from './choose/readReply';
export { asStream } from './contracts/asStream';
export type {
  AnyPlanner,
  HTNPlanner,
  HtnNode,
  Planner,
  PlanningRule,
  PlanYield,
  ProposedStep,
  RulePlanner,
  StreamingPlanner,
} from './contracts/planner';
export { planByHtn } from './htn/planByHtn';
export type { Planned } from './planned';
export { BUILT_IN_PROMPTS, builtInPrompt } from './prompts/documents';
export { machineSchema } from './prompts/machineSchema';
export type { PromptMessage } from './prompts/messages';
export { planSchema } from './prompts/planSchema';
export { PROMPT_NAMES, type PromptRequest, promptFor, type RenderedPrompt } from './prompts/promptFor';
export { callIds, type OfferedTool } from './prompts/toolCalls';
export { planByRules } from './rules/planByRules';
export type { PlanInDoubt, PlannerLimits, PlannerState, PlanSoFar, StepSoFar, Turn } from './state';
export { planOfCreator, planOfStepArray, type StepReading } from './steps/planOfSteps';
export { machineStream } from './stream/machineStream';
export { objectStream, type PlanStream, planStream, type StreamedStep } from './stream/planStream';
export { literalText } from './templates/plannedStep';
