import { allNodes, type CapabilityPlan, type PlanNode } from '#plan';
import { comment, literal } from './moduleText';

/** What a module leaves to whoever runs it, each with the line that says what it is. */
export interface Parameters {
  readonly activities: Map<string, string>;
  readonly expressions: Map<string, string>;
  readonly plans: Map<string, string>;
}

/** Types that the runtime performs itself; all others are activities. */
const STRUCTURAL = new Set(
  'START END FORK JOIN IF SWITCH FILL_TEMPLATE CANCEL GROUP ITERATOR LOOP RETRY TRY_CATCH SUB_PLAN PLAN_EXECUTOR'.split(
    ' ',
  ),
);

/** Collects the parameters of a plan; `prefix` is empty for the plan that is run, `id/` for one that it runs. */
export function parametersOf(plan: CapabilityPlan, prefix: string, into: Parameters): void {
  if (plan.result !== undefined) into.expressions.set(`${prefix}result`, JSON.stringify(plan.result));
  for (const { node } of allNodes(plan)) {
    const key = `${prefix}${node.id}`;
    if (!STRUCTURAL.has(node.type)) into.activities.set(key, aboutActivity(node));
    for (const [what, source] of expressionsOf(node)) into.expressions.set(`${key}.${what}`, source);
    const isExecutor =
      node.type === 'PLAN_EXECUTOR' || (node.type === 'PLANNER' && node.params?.execute === 'inline');
    if (isExecutor) into.plans.set(key, 'the plan that it runs: nodes and edges, or null');
    if (node.type === 'PLAN_EXECUTOR' && node.params?.approve === 'always')
      into.activities.set(`${key}.approve`, 'gives {"decision": "approve"} or {"decision": "reject"}');
    if (mergeOf(node).startsWith('CAPABILITY('))
      into.activities.set(`${key}.merge`, `${mergeOf(node)}: gets what the branches gave, gives variables`);
  }
}

function aboutActivity(node: PlanNode): string {
  const what = node.type === 'CAPABILITY' ? node.params.capability : (node.name ?? '');
  return `${node.type} ${what}`.trim();
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
export function givenType({ activities, expressions, plans }: Parameters): string {
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
    '}',
    '',
    'type Others<Of> = { readonly [name: string]: Of | undefined };',
  ].join('\n');
}
