import type { Draft } from '../draft';
import type { NodeBehaviours } from '../ports';
import { agent } from './agent';
import { cancel } from './cancel';
import { capability } from './capability';
import { delay } from './delay';
import { end } from './end';
import { evaluation } from './evaluation';
import { eventWait } from './eventWait';
import { fillTemplate } from './fillTemplate';
import { fork } from './fork';
import { group } from './group';
import { humanInput } from './humanInput';
import { ifType } from './if';
import { iterator } from './iterator';
import { join } from './join';
import { llmDecision } from './llmDecision';
import { loop } from './loop';
import { note } from './note';
import { planExecutor } from './planExecutor';
import { planner } from './planner';
import { reflection } from './reflection';
import { retry } from './retry';
import { start } from './start';
import { subPlan } from './subPlan';
import { switchType } from './switch';
import { toolRouter } from './toolRouter';
import { transform } from './transform';
import { tryCatch } from './tryCatch';

/** What the nodes of every type do in a run. */
export const NODE_BEHAVIOURS: NodeBehaviours<Draft> = {
  START: start,
  END: end,
  CAPABILITY: capability,
  TRANSFORM: transform,
  FILL_TEMPLATE: fillTemplate,
  IF: ifType,
  SWITCH: switchType,
  GROUP: group,
  ITERATOR: iterator,
  LOOP: loop,
  RETRY: retry,
  TRY_CATCH: tryCatch,
  FORK: fork,
  JOIN: join,
  SUB_PLAN: subPlan,
  EVENT_WAIT: eventWait,
  DELAY: delay,
  CANCEL: cancel,
  PLANNER: planner,
  PLAN_EXECUTOR: planExecutor,
  LLM_DECISION: llmDecision,
  TOOL_ROUTER: toolRouter,
  EVALUATION: evaluation,
  REFLECTION: reflection,
  AGENT: agent,
  HUMAN_INPUT: humanInput,
  NOTE: note,
};
