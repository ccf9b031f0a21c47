import { allNodes, type CapabilityPlan, type Feature, type PlanNode, type Workspace } from '#plan';
import { comment, literal } from './moduleText';

/** What a module leaves to whoever runs it, each with the line that says what it is. */
export interface Parameters {
  readonly activities: Map<string, string>;
  readonly expressions: Map<string, string>;
  readonly plans: Map<string, string>;
  /** State machines that it runs. */
  readonly machines: Map<string, string>;
}

/** Types that the runtime performs itself; all others are activities. */
const STRUCTURAL = new Set(
  'START END FORK JOIN IF SWITCH FILL_TEMPLATE CANCEL GROUP ITERATOR LOOP RETRY TRY_CATCH SUB_PLAN PLAN_EXECUTOR EVENT_WAIT DELAY'.split(
    ' ',
  ),
);

/** Collects the parameters of a plan; `prefix` is empty for the plan that is run, `id/` for one that it runs. */
export function parametersOf(
  plan: CapabilityPlan,
  prefix: string,
  workspace: Workspace,
  into: Parameters,
): void {
  if (plan.result !== undefined) into.expressions.set(`${prefix}result`, JSON.stringify(plan.result));
  for (const { feature } of plan.features ?? []) addFeature(feature, workspace, into);
  for (const { node } of allNodes(plan)) {
    const key = `${prefix}${node.id}`;
    if (!STRUCTURAL.has(node.type)) into.activities.set(key, aboutActivity(node));
    for (const [what, source] of expressionsOf(node)) into.expressions.set(`${key}.${what}`, source);
    for (const { feature } of node.features ?? []) addFeature(feature, workspace, into);
    const machine = machineOf(node, workspace);
    if (machine !== null)
      into.machines.set(machine, 'the machine of its own module: compile FILE --plan ID --to xstate-ts');
    addExecutor(node, key, into);
    if (mergeOf(node).startsWith('CAPABILITY('))
      into.activities.set(`${key}.merge`, `${mergeOf(node)}: gets what the branches gave, gives variables`);
  }
}

function addExecutor(node: PlanNode, key: string, { plans, activities }: Parameters): void {
  if (node.type === 'PLAN_EXECUTOR' || (node.type === 'PLANNER' && node.params?.execute === 'inline'))
    plans.set(key, 'the plan that it runs: nodes and edges, or null');
  if (node.type === 'PLAN_EXECUTOR' && node.params?.approve === 'always')
    activities.set(`${key}.approve`, 'gives {"decision": "approve"} or {"decision": "reject"}');
}

/** The state machine that a SUB_PLAN runs: it has a module of its own. */
function machineOf(node: PlanNode, { plans }: Workspace): string | null {
  if (node.type !== 'SUB_PLAN') return null;
  const { plan } = node.params;
  return plans.some(({ id, kind }) => id === plan && kind === 'state-machine') ? plan : null;
}

/** A feature is one activity, whichever nodes name it. */
function addFeature(id: string, { features }: Workspace, into: Parameters): void {
  const feature = features.find((one) => one.id === id);
  if (feature === undefined) return;
  into.activities.set(`feature:${id}`, aboutFeature(feature));
  if (feature.input !== undefined) into.expressions.set(`feature:${id}.input`, JSON.stringify(feature.input));
  if (feature.kind === 'guard' && feature.output !== undefined)
    into.expressions.set(`feature:${id}.output`, feature.output);
}

function aboutFeature({ kind, phase, capability }: Feature): string {
  return kind === 'guard'
    ? `guard ${capability}: false refuses the node`
    : `observer ${capability} (${phase}): nobody waits for it`;
}

function aboutActivity(node: PlanNode): string {
  return `${node.type} ${node.type === 'CAPABILITY' ? node.params.capability : (node.name ?? '')}`.trim();
}

function mergeOf(node: PlanNode): string {
  return node.type === 'GROUP' || node.type === 'ITERATOR' ? (node.params?.merge ?? '') : '';
}

/** Expressions of a node by the names under which the runtime asks for them, with their sources. */
function expressionsOf(node: PlanNode): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  const add = (what: string, source: unknown): void => {
    if (source !== undefined)
      found.push([what, typeof source === 'string' ? source : JSON.stringify(source)]);
  };
  if ('input' in node) add('input', node.input);
  const output = outputOf(node);
  if (Object.keys(output).length > 0) add('output', output);
  if (node.type === 'IF') add('condition', node.params.condition);
  if (node.type === 'SWITCH') for (const { id, when } of node.params.cases) add(`cases.${id}`, when);
  if (node.type === 'EVENT_WAIT') for (const { id, when } of node.params.events) add(`events.${id}`, when);
  if (node.type === 'HUMAN_INPUT') add('message', node.params.message);
  if (node.type === 'PLANNER') add('goal', node.params?.goal);
  if (node.type === 'LLM_DECISION') add('question', node.params.question);
  if (node.type === 'ITERATOR') add('items', node.params.items);
  if (node.type === 'LOOP') {
    add('while', node.params.while);
    add('until', node.params.until);
  }
  if (node.type === 'FILL_TEMPLATE') add('template', node.params.template ?? { prompt: node.params.prompt });
  if (node.type === 'END') add('result', node.params?.result);
  return found;
}

/** `collectInto` and `resultVariable` are short for an output (R21, L9). */
function outputOf(node: PlanNode): Readonly<Record<string, string>> {
  const into =
    node.type === 'ITERATOR'
      ? node.params.collectInto
      : node.type === 'EVENT_WAIT'
        ? node.params.resultVariable
        : undefined;
  return { ...(into === undefined ? {} : { [into]: 'result' }), ...('output' in node ? node.output : {}) };
}

/** The type of what has to be given, a line of comment for each. */
export function givenType({ activities, expressions, plans, machines }: Parameters): string {
  const members = (of: ReadonlyMap<string, string>, type: string): string =>
    [...of].map(([key, about]) => `    ${comment(about)}\n    readonly ${literal(key)}: ${type};`).join('\n');
  const block = (name: string, of: ReadonlyMap<string, string>, type: string): string =>
    `  readonly ${name}: Others<${type}>${of.size === 0 ? '' : ` & {\n${members(of, type)}\n  }`};`;
  return [
    '/** What the plan leaves to you. Steps of dynamic plans are looked up as `<executor>/<step>`. */',
    'export interface Given extends Implementations {',
    block('activities', activities, 'Activity'),
    block('expressions', expressions, 'Expression'),
    block('plans', plans, 'DynamicPlan'),
    ...(machines.size === 0 ? [] : [block('machines', machines, 'Machine')]),
    '}',
    '',
    'type Others<Of> = { readonly [name: string]: Of | undefined };',
  ].join('\n');
}
