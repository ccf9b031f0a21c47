import { type Address, canonicalJson, isJsonObject, type Json, LIMITS, own, ROOT, within } from '#base';
import type { RunError } from '#kernel';
import { type Body, isSingle, MODEL_CAPABILITY, type PlanNode, titleOf } from '#plan';
import { agentTurns } from './agent';
import { type Citation, citationsIn } from './answer';
import type { NodeRecord, OpenedPlan, RunView } from './runView';
import { cutText } from './shortText';

/** What a run did and how it came about (P10), in the shape and the words of reference 4. */
interface RunMetadata {
  /** The plans as executed, with what revisions have made of them. */
  readonly planning: {
    readonly goal: string | null;
    readonly revisions: number;
    readonly steps: readonly PlannedStep[];
  };
  /** One for each step that has ended, in the order of the plan. */
  readonly execution: readonly StepResult[];
  readonly summary: {
    readonly total_steps: number;
    readonly successful_steps: number;
    readonly failed_steps: number;
    /** In percent of those that ended, with one decimal; null when none has. */
    readonly success_rate: number | null;
    readonly total_attempts: number;
    /** What agents think with is no tool. */
    readonly tools_used: readonly string[];
    readonly tokens: { readonly input: number; readonly output: number };
    readonly duration_ms: number;
  };
  /** The flavour of the planner whose plan ran last; `plan` where no planner made one. */
  readonly agent_type: string;
  /** The steps that answers of models name as what they come from; absent where none names any. */
  readonly citations?: readonly Citation[];
}

interface PlannedStep {
  readonly step_num: number;
  readonly id: string;
  readonly goal: string;
  readonly primary_tools: readonly string[];
  readonly success_criteria: string | null;
}

export interface StepResult {
  readonly step_num: number;
  readonly id: string;
  readonly success: boolean;
  readonly tool_used: string | null;
  readonly attempts: number;
  /** What the step gave, cut after `LIMITS.summaryCharacters`. */
  readonly observation: string;
  readonly error: string | null;
}

/** A step of a plan that ran, and where. */
interface Step {
  readonly node: PlanNode;
  readonly address: Address;
}

/** The steps are those of the plans that planners made; in a run without one those of its own plan. */
export function metadataOf(view: RunView): RunMetadata {
  const steps = stepsOf(view);
  const planned = steps.map(({ node }, index) => plannedOf(node, index + 1));
  const results = steps.flatMap((step, index) => resultOf(step, index + 1, view));
  const { tools, tokens, planners } = outcomeOf(view);
  const successful = results.filter(({ success }) => success).length;
  const citations = citationsIn(view);
  const plannings = [...view.planning.values()];
  return {
    planning: {
      goal: plannings[0]?.goal ?? null,
      revisions: Math.max(0, ...[...view.opened.values()].map(({ revision }) => revision)),
      steps: planned,
    },
    execution: results,
    summary: {
      total_steps: steps.length,
      successful_steps: successful,
      failed_steps: results.length - successful,
      success_rate: results.length === 0 ? null : Math.round((successful / results.length) * 1_000) / 10,
      total_attempts: results.reduce((sum, { attempts }) => sum + attempts, 0),
      tools_used: tools.filter(
        (tool) =>
          tool !== MODEL_CAPABILITY || planned.some(({ primary_tools }) => primary_tools.includes(tool)),
      ),
      tokens,
      duration_ms: Math.max(0, (view.endedAt ?? view.at ?? 0) - (view.startedAt ?? 0)),
    },
    agent_type: planners.at(-1) ?? 'plan',
    ...(citations.length === 0 ? {} : { citations }),
  };
}

/** What one step has come to, also one that lies deeper in the run; null before it has ended. */
export function stepResultOf(node: PlanNode, address: Address, view: RunView): StepResult | null {
  const place = stepsOf(view).findIndex((step) => step.address === address);
  const [result = null] = resultOf({ node, address }, place < 0 ? 1 : place + 1, view);
  return result;
}

function stepsOf(view: RunView): readonly Step[] {
  const opened = [...view.opened.values()];
  if (opened.length > 0) return opened.flatMap(stepsIn);
  const main = view.started?.closure.plans[0];
  return main?.kind === 'capability'
    ? working(main).map((node) => ({ node, address: within(ROOT, node.id) }))
    : [];
}

function stepsIn({ plan, scope, began }: OpenedPlan): readonly Step[] {
  return working(plan).map((node) => ({ node, address: within(began.get(node.id) ?? scope, node.id) }));
}

/** The nodes that do something. */
function working({ nodes }: Body): readonly PlanNode[] {
  return nodes.filter(({ type }) => type !== 'START' && type !== 'END' && type !== 'NOTE');
}

function plannedOf(node: PlanNode, step_num: number): PlannedStep {
  const agent = node.type === 'AGENT' ? node.params : null;
  return {
    step_num,
    id: node.id,
    goal: agent?.goal ?? titleOf(node),
    primary_tools: agent?.tools ?? (node.type === 'CAPABILITY' ? [node.params.capability] : []),
    success_criteria: agent?.successCriteria ?? null,
  };
}

function resultOf({ node, address }: Step, step_num: number, view: RunView): readonly StepResult[] {
  const record = view.nodes.get(address);
  if (record === undefined || (record.status !== 'succeeded' && record.status !== 'failed')) return [];
  const { result, error } = record;
  return [
    {
      step_num,
      id: node.id,
      success: record.status === 'succeeded' && error === null && !isUnmet(node, result),
      ...callsOf(node, record, view),
      observation: result === undefined ? '' : cutText(textOf(result), LIMITS.summaryCharacters),
      error: error === null ? null : error.message,
    },
  ];
}

/** Which tool it used and how often it tried: an agent the tools of its turns, of which the first counts as its own. */
function callsOf(
  node: PlanNode,
  { attempts, address }: NodeRecord,
  view: RunView,
): Pick<StepResult, 'tool_used' | 'attempts'> {
  if (node.type === 'CAPABILITY') return { tool_used: node.params.capability, attempts: attempts.length };
  if (node.type !== 'AGENT') return { tool_used: null, attempts: Math.max(1, attempts.length) };
  if (isSingle(node)) return { tool_used: node.params.tools?.[0] ?? null, attempts: attempts.length };
  const acts = agentTurns(node, address, view).filter(({ action }) => action !== null);
  const tried = acts.reduce((sum, { action }) => sum + (action?.attempts.length ?? 0), 0);
  return { tool_used: acts[0]?.wanted?.tool ?? null, attempts: tried };
}

/** An agent whose answer does not meet its criteria has ended, and has not succeeded (P14). */
function isUnmet({ type }: PlanNode, result: Json | undefined): boolean {
  return type === 'AGENT' && isJsonObject(result) && own(result, 'met') === false;
}

/** The answer of an agent or a model, else the value as JSON. */
function textOf(result: Json): string {
  const said = isJsonObject(result) ? (own(result, 'answer') ?? own(result, 'text') ?? result) : result;
  return typeof said === 'string' ? said : canonicalJson(said);
}

/** One step that ran, as a reader of the outcome wants it. */
interface OutcomeStep {
  readonly address: Address;
  readonly success: boolean;
  /** Id of the capability; null for a node that calls none. */
  readonly tool: string | null;
  readonly attempts: number;
  readonly observation: Json | undefined;
  readonly error: RunError | null;
}

/** P10: the metadata of a run. */
export interface Outcome {
  readonly steps: readonly OutcomeStep[];
  /** Succeeded of those that ended, 0 to 1; null when none has. */
  readonly successRate: number | null;
  /** Ids of the capabilities that were called, in the order of their first call. */
  readonly tools: readonly string[];
  readonly tokens: { readonly input: number; readonly output: number };
  /** Flavours of the planners that made plans. */
  readonly planners: readonly string[];
}

/** P10: what a run did, step by step. Only leaves are steps; containers are what holds them. */
export function outcomeOf(view: RunView): Outcome {
  const steps: OutcomeStep[] = [];
  const tools = new Set<string>();
  let succeeded = 0;
  for (const record of view.nodes.values()) {
    const { tool = null } = record;
    if (tool !== null) tools.add(tool);
    const ended = record.status === 'succeeded' || record.status === 'failed';
    if (!ended || record.attempts.length === 0) continue;
    const success = record.status === 'succeeded' && record.error === null;
    if (success) succeeded++;
    const { address, result: observation, error } = record;
    steps.push({ address, success, tool, attempts: record.attempts.length, observation, error });
  }
  const flavours = [...view.planning.values()].flatMap((one) => one.attempts.map((each) => each.flavour));
  return {
    steps,
    successRate: steps.length === 0 ? null : succeeded / steps.length,
    tools: [...tools],
    tokens: { input: view.usage.inputTokens ?? 0, output: view.usage.outputTokens ?? 0 },
    planners: [...new Set(flavours)],
  };
}

/** D10: the nodes of a run whose output, or error, was pinned. */
export function pinnedSteps({ nodes }: Pick<RunView, 'nodes'>): readonly NodeRecord[] {
  return [...nodes.values()].filter(({ pinned }) => pinned === true);
}

/** "2 steps were pinned"; null where none was. */
export function pinnedWords(view: Pick<RunView, 'nodes'>): string | null {
  const count = pinnedSteps(view).length;
  if (count === 0) return null;
  return count === 1 ? '1 step was pinned' : `${count} steps were pinned`;
}
