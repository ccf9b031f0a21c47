import { bodiesOf, type CapabilityPlan, type Catalogue, type NodeOf, type PlanNode, titleOf } from '#plan';
import { count, cutText } from './shortValue';

const MOST_CHARACTERS = 80;

/** What a card needs to know besides its node. */
export interface Surroundings {
  readonly plan: CapabilityPlan | null;
  readonly catalogue: Catalogue | null;
}

/** The one line that matters for the type of a node, as its author wrote it: the condition, the goal, … */
export function planLine(node: PlanNode, around: Surroundings): string {
  return cutText(lineOf(node, around), MOST_CHARACTERS);
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
      return node.params.cases.map((one) => one.when).join(' · ');
    case 'GROUP':
      return groupLine(node);
    case 'ITERATOR':
      return `for each of ${node.params.items}`;
    case 'LOOP':
      return loopLine(node);
    case 'RETRY':
      return `up to ${count(node.params.maxAttempts, 'attempt')}`;
    case 'TRY_CATCH':
      return bodiesOf(node)
        .map(({ name }) => name)
        .join(' · ');
    case 'PLANNER':
      return node.params?.goal || flavourOf(node);
    case 'PLAN_EXECUTOR':
      return executorLine(node);
    case 'HUMAN_INPUT':
      return node.params.message ?? '';
    case 'FORK':
      return '';
    case 'JOIN':
      return node.params?.need ?? 'ALL';
    case 'SUB_PLAN':
      return node.params.plan;
    case 'EVENT_WAIT':
      return node.params.events.map(({ event }) => event).join(' · ');
    case 'DELAY':
      return node.params.until ?? `${node.params.forMs ?? 0} ms`;
    case 'CANCEL':
      return node.params.nodes.join(', ');
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
  const { mode, completion = 'ALL' } = node.params;
  if (mode === 'SYNC') return `in order · ${count(node.body.nodes.length, 'node')}`;
  return `in parallel · ${completion.toLowerCase().replaceAll('_', ' ')}`;
}

function loopLine({ params }: NodeOf<'LOOP'>): string {
  const tests = [
    ...(params.while === undefined ? [] : [`while ${params.while}`]),
    ...(params.until === undefined ? [] : [`until ${params.until}`]),
  ];
  return `${tests.join(' · ')} · up to ${count(params.maxIterations, 'round')}`;
}

function executorLine(node: NodeOf<'PLAN_EXECUTOR'>): string {
  const reads = `runs ${node.params?.planVariable ?? 'dynamicPlan'}`;
  return node.params?.approve === 'always' ? `${reads} · asks first` : reads;
}
