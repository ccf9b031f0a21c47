import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import type { NodeOf } from '../nodes/node';
import { plannerKindOf } from '../nodes/planner';
import { BUILT_IN_PARSERS } from '../schema/parser';
import type { Workspace } from '../schema/workspace';
import { listed, type Rule, type Subject } from './rule';

/** L1, P5: a planner has something to plan, its prompts are there, and what it writes is run by someone. */
export const plannersAreComplete: Rule = (subject) => {
  const written = new Set<string>();
  for (const { node } of subject.nodes) {
    if (node.type === 'PLANNER') written.add(node.params?.planVariable ?? 'dynamicPlan');
  }
  return subject.nodes.flatMap(({ node }) => {
    if (node.type === 'PLANNER') return ofPlanner(node, subject);
    if (node.type === 'PLAN_EXECUTOR') return ofExecutor(node, written, subject);
    if (node.type === 'FILL_TEMPLATE') return ofFillTemplate(node, subject);
    return [];
  });
};

function ofPlanner(node: NodeOf<'PLANNER'>, subject: Subject): readonly Diagnostic[] {
  const { at, authored, names } = subject;
  const { goal = '', messages, planInputVariable, prompt, planner } = node.params ?? {};
  const flavour = typeof planner === 'object' ? planner.flavour : planner;
  const found: Diagnostic[] = [];
  if (flavour === 'capability' && typeof planner === 'string') found.push(unnamed(node, at));
  // A capability is given the input of the node: what it plans for is its own affair.
  const hasGoal = goal.trim() !== '' || messages !== undefined;
  if (!hasGoal && planInputVariable === undefined && flavour !== 'capability') {
    const help = 'Write what shall be planned, for example {{ question }}.';
    found.push(
      problem(
        'PLANNER_WITHOUT_GOAL',
        `The planner "${node.id}" has no goal.`,
        help,
        at(node, '/params/goal'),
      ),
    );
  }
  if (planInputVariable !== undefined && !names.has(planInputVariable)) {
    const message = `The planner "${node.id}" reads "${planInputVariable}", which is no variable of the plan.`;
    found.push(
      problem(
        'VARIABLE_UNDECLARED',
        message,
        "Declare it in the plan's variables.",
        at(node, '/params/planInputVariable'),
      ),
    );
  }
  if (!authored) return found;
  const { workspace } = authored;
  found.push(...ofReading(node, subject));
  found.push(...ofDocument(node, workspace, at(node, '/params/planner/use')));
  if (typeof prompt === 'object')
    found.push(...ofPrompt(prompt.prompt, workspace, at(node, '/params/prompt')));
  return found;
}

function unnamed(node: NodeOf<'PLANNER'>, at: Subject['at']): Diagnostic {
  const help = 'Write {"flavour": "capability", "use": …} with the id of a capability.';
  const message = `The planner "${node.id}" does not say which capability it asks.`;
  return problem('PLANNER_UNKNOWN', message, help, at(node, '/params/planner'));
}

/** P13: a parser that nobody has is the built-in one (reference 1). */
function ofReading(node: NodeOf<'PLANNER'>, { at, authored }: Subject): readonly Diagnostic[] {
  const { parser } = node.params ?? {};
  const found: Diagnostic[] = [];
  const ids = authored?.workspace.parsers.map(({ id }) => id) ?? [];
  if (parser !== undefined && !BUILT_IN_PARSERS.has(parser) && !ids.includes(parser)) {
    const message = `There is no parser "${parser}" in this workspace, so the reply is read as a list of steps.`;
    const help = `${didYouMean(parser, ids)}Add it, or name "default".`;
    found.push(warning('PARSER_UNKNOWN', message, help, at(node, '/params/parser')));
  }
  return found;
}

/** Planners that ship have ids of their own; all others stand in the workspace (P12), and work in one way. */
function ofDocument(node: NodeOf<'PLANNER'>, { planners }: Workspace, where: Where): readonly Diagnostic[] {
  const planner = node.params?.planner;
  const kindOfUse = typeof planner === 'object' ? plannerKindOf(planner.flavour) : null;
  if (typeof planner !== 'object' || kindOfUse === null) return [];
  const { use } = planner;
  if (use.startsWith('built-in-')) return [];
  const document = planners.find(({ id }) => id === use);
  if (document?.kind === kindOfUse) return [];
  const fitting = planners.filter(({ kind }) => kind === kindOfUse).map(({ id }) => id);
  const help = `${didYouMean(use, fitting)}Name one of the workspace, or leave "use" out for the built-in one.`;
  const message = document
    ? `The planner "${use}" works by ${document.kind}, not by ${kindOfUse}.`
    : `There is no planner "${use}" in this workspace.`;
  return [problem('PLANNER_UNKNOWN', message, help, where)];
}

function ofPrompt(id: string, { prompts }: Workspace, where: Where): readonly Diagnostic[] {
  if (prompts.some((prompt) => prompt.id === id)) return [];
  const help = `${didYouMean(
    id,
    prompts.map((prompt) => prompt.id),
  )}Add it to the workspace, or name another.`;
  return [problem('PROMPT_UNKNOWN', `There is no prompt "${id}" in this workspace.`, help, where)];
}

function ofExecutor(
  node: NodeOf<'PLAN_EXECUTOR'>,
  written: ReadonlySet<string>,
  { at, names, nodes }: Subject,
): readonly Diagnostic[] {
  const variable = node.params?.planVariable ?? 'dynamicPlan';
  const where = at(node, '/params/planVariable');
  const isAssigned = nodes.some((placed) => Object.hasOwn(placed.node.output ?? {}, variable));
  if (written.has(variable) || isAssigned || names.declared.get(variable)?.scope === 'IN') return [];
  const planners = written.size === 0 ? '' : `The planners here write ${listed(written)}. `;
  return [
    warning(
      'EXECUTOR_WITHOUT_PLANNER',
      `"${node.id}" runs the plan in "${variable}", which no planner of this plan writes.`,
      `${planners}Put a PLANNER before it that writes "${variable}".`,
      where,
    ),
  ];
}

function ofFillTemplate(node: NodeOf<'FILL_TEMPLATE'>, { at, authored }: Subject): readonly Diagnostic[] {
  const { template, prompt } = node.params;
  if (template === undefined && prompt === undefined) {
    const help = 'Write a template, or name a prompt of the workspace.';
    return [
      problem(
        'TEMPLATE_MISSING',
        `"${node.id}" has no template to fill.`,
        help,
        at(node, '/params/template'),
      ),
    ];
  }
  if (template !== undefined && prompt !== undefined) {
    const help = 'Keep one of them.';
    return [
      problem(
        'TEMPLATE_DOUBLED',
        `"${node.id}" has a template and a prompt.`,
        help,
        at(node, '/params/prompt'),
      ),
    ];
  }
  if (prompt === undefined || !authored) return [];
  return ofPrompt(prompt, authored.workspace, at(node, '/params/prompt'));
}
