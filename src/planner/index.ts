export { BUILT_IN_HTN, BUILT_IN_PLANNERS, BUILT_IN_RULES, plannerDocument } from './builtIn/planners';

export { draftIn, type ReplyEnd, type ReplyReading, readReply } from './choose/readReply';
export type { PlannerState, PlanSoFar, StepSoFar } from './contracts';
export {
  type AnyPlanner,
  asStream,
  type HTNPlanner,
  type HtnNode,
  type Planner,
  type PlanningRule,
  type PlanYield,
  type ProposedStep,
  type RulePlanner,
  type StreamingPlanner,
} from './contracts';
export { planByHtn } from './flavours/planByHtn';
export { planByRules } from './flavours/planByRules';
export type { Planned } from './flavours/planned';
export { literalText } from './flavours/plannedStep';
export { planOfCreator, planOfStepArray, type StepReading } from './flavours/planOfSteps';
export { BUILT_IN_PROMPTS } from './prompts/builtIn';
export {
  builtInPrompt,
  PROMPT_NAMES,
  type PromptRequest,
  promptFor,
  type RenderedPrompt,
} from './prompts/promptFor';
export { machineSchema, planSchema } from './prompts/replyForms';
export { callIds } from './prompts/tools';
export {
  machineStream,
  objectStream,
  type PlanStream,
  planStream,
  type StreamedStep,
} from './stream/planStream';
