import {
  bodiesOf,
  type CapabilityPlan,
  type Catalogue,
  findNode,
  type NodeOf,
  type PlanNode,
  titleOf,
  USUAL_ROUNDS,
  USUAL_THRESHOLD,
} from '#plan';
import { durationText } from './durationText';
import { count, cutText } from './shortValue';

const MOST_CHARACTERS = 80;

/** What a card needs to know besides its node. */
export interface Surroundings {
  readonly plan: CapabilityPlan | null;
  readonly catalogue: Catalogue | null;
  /** Names of the workspace's plans, by id. */
  readonly plans?: ReadonlyMap<string, string>;
}

/** The one line that matters for the type of a node, as its author wrote it: the condition, the goal, … */
export function planLine(node: PlanNode, around: Surroundings): string {
  return cutText(
    [...before(node), lineOf(node, around), ...after(node)].filter(Boolean).join(' · '),
    MOST_CHARACTERS,
  );
}

/** L2: a node that is switched off says so first. */
function before({ disabled }: PlanNode): readonly string[] {
  if (disabled === undefined) return [];
  return [disabled === 'pass' ? 'switched off, passed through' : 'switched off'];
}

/** L2: what else decides when it runs, and whether anybody waits for it. */
function after({ background, mutex, cancelOn }: PlanNode): readonly string[] {
  return [
    ...(background ? ['in the background'] : []),
    ...(mutex === undefined ? [] : [`one at a time: ${mutex}`]),
    ...(cancelOn === undefined ? [] : [`until ${cancelOn}`]),
  ];
}

/** Whether its author gave it a name. */
export function isNamed(node: PlanNode): boolean {
  return node.name !== undefined && node.name.trim() !== '';
}

/** What a card is called: its name, else what it calls, else its type. */
export function cardTitle(node: PlanNode, catalogue: Catalogue | null): string {
  return node.type === 'CAPABILITY' && !isNamed(node) ? capabilityName(node, catalogue) : titleOf(node);
}

/** What a capability is called: its title, else its id. */
function capabilityName(node: NodeOf<'CAPABILITY'>, catalogue: Catalogue | null): string {
  return catalogue?.get(node.params.capability)?.title ?? node.params.capability;
}

function lineOf(node: PlanNode, around: Surroundings): string {
  switch (node.type) {
    case 'START':
      return variablesOf(around.plan, 'IN').join(', ');
    case 'END':
      return endLine(node, around.plan);
    case 'CAPABILITY':
      // Without a name of its own the title says what it calls; then the line has the exact id.
      return isNamed(node) ? capabilityName(node, around.catalogue) : node.params.capability;
    case 'TRANSFORM':
      return node.params.expression;
    case 'FILL_TEMPLATE':
      return node.params.template ?? node.params.prompt ?? '';
    case 'IF':
      return node.params.condition;
    case 'SWITCH':
      return switchLine(node);
    case 'GROUP':
      return groupLine(node);
    case 'ITERATOR':
      return iteratorLine(node);
    case 'LOOP':
      return loopLine(node);
    case 'RETRY':
      return retryLine(node);
    case 'TRY_CATCH':
      return tryLine(node);
    case 'PLANNER':
      return node.params?.goal || flavourOf(node);
    case 'PLAN_EXECUTOR':
      return executorLine(node);
    case 'HUMAN_INPUT':
      return node.params.message ?? '';
    case 'LLM_DECISION':
      return node.params.question;
    case 'TOOL_ROUTER':
      return routerLine(node);
    case 'EVALUATION':
      return evaluationLine(node);
    case 'REFLECTION':
      return node.params?.goal || `up to ${count(node.params?.maxRounds ?? USUAL_ROUNDS, 'round')}`;
    case 'AGENT':
      return node.params.goal;
    case 'FORK':
      return '';
    case 'JOIN':
      return joinLine(node, around);
    case 'SUB_PLAN':
      return subPlanLine(node, around);
    case 'EVENT_WAIT':
      return waitLine(node);
    case 'DELAY':
      return node.params.until === undefined
        ? durationText(node.params.forMs ?? 0)
        : `until ${momentOf(node.params.until)}`;
    case 'CANCEL':
      return node.params.nodes.map((id) => nameIn(around, id)).join(', ');
    case 'NOTE':
      return node.params.markdown;
  }
}

/** The flavour that a PLANNER names; `llm` is the default (P2). */
export function flavourOf(node: NodeOf<'PLANNER'>): string {
  const planner = node.params?.planner;
  return (typeof planner === 'object' ? planner.flavour : planner) ?? 'llm';
}

function variablesOf(plan: CapabilityPlan | null, scope: 'IN' | 'OUT'): string[] {
  const variables = plan?.variables ?? [];
  return variables === 'open' ? [] : variables.filter((one) => one.scope === scope).map((one) => one.id);
}

function endLine(node: NodeOf<'END'>, plan: CapabilityPlan | null): string {
  const result = node.params?.result;
  if (typeof result === 'object' && result !== null && !Array.isArray(result)) {
    return Object.keys(result).join(', ');
  }
  return node.params?.ends === 'scope' ? 'ends its scope' : variablesOf(plan, 'OUT').join(', ');
}

function groupLine(node: NodeOf<'GROUP'>): string {
  const { mode, completion = 'ALL', maxConcurrency } = node.params;
  if (mode === 'SYNC') return `in order · ${count(node.body.nodes.length, 'node')}`;
  const most = maxConcurrency === undefined ? '' : ` · ${maxConcurrency} at a time`;
  return `in parallel · ${completionText(completion)}${most}`;
}

/** What a completion waits for (R10), as people say it. */
function completionText(completion: string): string {
  const enough = /^N_OF\((\d+)\)$/.exec(completion)?.[1];
  if (enough !== undefined) return `first ${enough}`;
  return COMPLETIONS[completion] ?? completion.toLowerCase().replaceAll('_', ' ');
}

const COMPLETIONS: Readonly<Record<string, string>> = {
  ALL: 'all',
  FIRST_FAILURE: 'all, or first failure',
  ALL_SETTLED: 'all, failed or not',
  FIRST_SUCCESS: 'first success',
};

function switchLine({ params }: NodeOf<'SWITCH'>): string {
  return `${params.all ? 'all that match: ' : ''}${params.cases.map((one) => one.when).join(' · ')}`;
}

function iteratorLine({ params }: NodeOf<'ITERATOR'>): string {
  const { items, concurrency = 1, completion = 'ALL' } = params;
  const pace = concurrency > 1 ? `, ${concurrency} at a time` : '';
  const until = completion === 'ALL' ? '' : ` · ${completionText(completion)}`;
  return `for each of ${items}${pace}${until}`;
}

function retryLine({ params }: NodeOf<'RETRY'>): string {
  const { maxAttempts, initialIntervalMs } = params;
  const wait = initialIntervalMs === undefined ? '' : `, first after ${durationText(initialIntervalMs)}`;
  return `up to ${count(maxAttempts, 'attempt')}${wait}`;
}

function tryLine(node: NodeOf<'TRY_CATCH'>): string {
  const names = bodiesOf(node).map(({ name }) => name);
  const into = node.params?.errorVariable;
  return `${names.join(', ')}${into === undefined ? '' : ` · error in ${into}`}`;
}

function joinLine({ id, params }: NodeOf<'JOIN'>, { plan }: Surroundings): string {
  const enough = /^N_OF\((\d+)\)$/.exec(params?.need ?? '')?.[1];
  if (enough === undefined) return 'all';
  const ways =
    plan === null ? undefined : findNode(plan, id)?.body.edges.filter(({ to }) => to === id).length;
  return ways === undefined ? `first ${enough}` : `first ${enough} of ${ways}`;
}

function subPlanLine({ params }: NodeOf<'SUB_PLAN'>, { plans }: Surroundings): string {
  const deep = params.maxDepth === undefined ? '' : ` · at most ${params.maxDepth} deep`;
  return `runs ${plans?.get(params.plan) ?? params.plan}${deep}`;
}

function waitLine({ params }: NodeOf<'EVENT_WAIT'>): string {
  const events = params.events.map(({ event, when }) => (when === undefined ? event : `${event} if ${when}`));
  const most = typeof params.timeoutMs === 'number' ? ` · at most ${durationText(params.timeoutMs)}` : '';
  return `${events.join(' or ')}${most}`;
}

/** `2031-05-01T08:00:00Z` → "2031-05-01 08:00": to the minute, as it is written. */
function momentOf(until: string): string {
  return until.slice(0, 16).replace('T', ' ');
}

/** What another node of the plan is called. */
function nameIn({ plan }: Surroundings, id: string): string {
  const found = plan === null ? undefined : findNode(plan, id);
  return found === undefined ? id : titleOf(found.node);
}

function routerLine({ params }: NodeOf<'TOOL_ROUTER'>): string {
  const tools = params.routes.map(({ capability }) => capability).join(' or ');
  return params.by === 'model' ? `a model chooses: ${tools}` : tools;
}

function evaluationLine({ params }: NodeOf<'EVALUATION'>): string {
  const { evaluator, rule, question, capability = '', threshold = USUAL_THRESHOLD } = params;
  if (evaluator === 'schema') return 'fits its JSON Schema';
  const judged = (evaluator === 'rule' ? rule : evaluator === 'model' ? question : capability) ?? '';
  return [judged, `from ${threshold}`].filter((part) => part !== '').join(' · ');
}

function loopLine({ params }: NodeOf<'LOOP'>): string {
  const tests = [
    ...(params.while === undefined ? [] : [`while ${params.while}`]),
    ...(params.until === undefined ? [] : [`until ${params.until}`]),
  ];
  return `${tests.join(', ')}, at most ${count(params.maxIterations, 'round')}`;
}

function executorLine(node: NodeOf<'PLAN_EXECUTOR'>): string {
  const reads = `runs ${node.params?.planVariable ?? 'dynamicPlan'}`;
  return node.params?.approve === 'always' ? `${reads} · asks first` : reads;
}
