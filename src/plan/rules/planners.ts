import { type Diagnostic, didYouMean, note, problem, type Where, warning } from '#base';
import { fieldsOf } from '../graph/fieldsOf';
import type { NodeOf, PlanNode } from '../nodes/node';
import { PLAN_VARIABLE, plannerKindOf } from '../nodes/planner';
import { BUILT_IN_PARSERS, type Workspace } from '../schema/workspace';
import { leavesBy, listed, type Rule, type Scope, type Subject } from './rule';

/** L1, P5: a planner has something to plan, its prompts are there, and what it writes is run by someone. */
export const plannersAreComplete: Rule = (subject) => {
  const written = new Set(
    subject.nodes.flatMap(({ node }) =>
      node.type === 'PLANNER' ? (node.params?.planVariable ?? PLAN_VARIABLE) : [],
    ),
  );
  return subject.nodes.flatMap(({ node }) => {
    if (node.type === 'PLANNER') return [...ofPlanner(node, subject)];
    if (node.type === 'PLAN_EXECUTOR') return ofExecutor(node, written, subject);
    if (node.type === 'FILL_TEMPLATE') return ofFillTemplate(node, subject);
    return [];
  });
};

function* ofPlanner(node: NodeOf<'PLANNER'>, { at, authored, names }: Subject): Generator<Diagnostic> {
  const { goal = '', messages, planInputVariable, prompt, planner, parser } = node.params ?? {};
  const flavour = typeof planner === 'object' ? planner.flavour : planner;
  if (planner === 'capability') {
    const help = 'Write {"flavour": "capability", "use": …} with the id of a capability.';
    const message = `The planner "${node.id}" does not say which capability it asks.`;
    yield problem('PLANNER_UNKNOWN', message, help, at(node, '/params/planner'));
  }
  // A capability is given the input of the node: what it plans for is its own affair.
  const hasGoal = goal.trim() !== '' || messages !== undefined;
  if (!hasGoal && planInputVariable === undefined && flavour !== 'capability') {
    const help = 'Write what shall be planned, for example {{ question }}.';
    const message = `The planner "${node.id}" has no goal.`;
    yield problem('PLANNER_WITHOUT_GOAL', message, help, at(node, '/params/goal'));
  }
  if (planInputVariable !== undefined && !names.has(planInputVariable)) {
    const message = `The planner "${node.id}" reads "${planInputVariable}", which is no variable of the plan.`;
    const help = "Declare it in the plan's variables.";
    yield problem('VARIABLE_UNDECLARED', message, help, at(node, '/params/planInputVariable'));
  }
  if (!authored) return;
  const { workspace } = authored;
  yield* ofParser(parser, workspace, at(node, '/params/parser'));
  yield* ofDocument(node, workspace, at(node, '/params/planner/use'));
  if (typeof prompt === 'object') yield* ofPrompt(prompt.prompt, workspace, at(node, '/params/prompt'));
}

/** P13: a parser that nobody has is the built-in one (reference 1). */
function ofParser(parser: string | undefined, { parsers }: Workspace, where: Where): readonly Diagnostic[] {
  const ids = parsers.map(({ id }) => id);
  if (parser === undefined || BUILT_IN_PARSERS.has(parser) || ids.includes(parser)) return [];
  const message = `There is no parser "${parser}" in this workspace, so the reply is read as a list of steps.`;
  const help = `${didYouMean(parser, ids)}Add it, or name "default".`;
  return [warning('PARSER_UNKNOWN', message, help, where)];
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
  const ids = prompts.map((prompt) => prompt.id);
  if (ids.includes(id)) return [];
  const help = `${didYouMean(id, ids)}Add it to the workspace, or name another.`;
  return [problem('PROMPT_UNKNOWN', `There is no prompt "${id}" in this workspace.`, help, where)];
}

function ofExecutor(
  node: NodeOf<'PLAN_EXECUTOR'>,
  written: ReadonlySet<string>,
  { at, names, nodes }: Subject,
): readonly Diagnostic[] {
  const variable = node.params?.planVariable ?? PLAN_VARIABLE;
  const isAssigned = nodes.some((placed) => Object.hasOwn(placed.node.output ?? {}, variable));
  if (written.has(variable) || isAssigned || names.declared.get(variable)?.scope === 'IN') return [];
  const message = `"${node.id}" runs the plan in "${variable}", which no planner of this plan writes.`;
  const planners = written.size === 0 ? '' : `The planners here write ${listed(written)}. `;
  const help = `${planners}Put a PLANNER before it that writes "${variable}".`;
  return [warning('EXECUTOR_WITHOUT_PLANNER', message, help, at(node, '/params/planVariable'))];
}

function ofFillTemplate(node: NodeOf<'FILL_TEMPLATE'>, { at, authored }: Subject): readonly Diagnostic[] {
  const { template, prompt } = node.params;
  if (template === undefined && prompt === undefined) {
    const help = 'Write a template, or name a prompt of the workspace.';
    const message = `"${node.id}" has no template to fill.`;
    return [problem('TEMPLATE_MISSING', message, help, at(node, '/params/template'))];
  }
  if (template !== undefined && prompt !== undefined) {
    const message = `"${node.id}" has a template and a prompt.`;
    return [problem('TEMPLATE_DOUBLED', message, 'Keep one of them.', at(node, '/params/prompt'))];
  }
  if (prompt === undefined || !authored) return [];
  return ofPrompt(prompt, authored.workspace, at(node, '/params/prompt'));
}

/** L9: names of ports that mean something already. */
const RESERVED: ReadonlySet<string> = new Set(['out', 'error', 'default', 'timeout', 'then', 'else']);

/** L9, case D2: ids of cases and decisions are free and single, and every way of a choice leads somewhere. */
export const choicesAreClear: Rule = (subject) =>
  subject.scopes.flatMap((scope) =>
    scope.body.nodes.flatMap((node) => [...ofPorts(node, subject), ...ofType(node, scope, subject)]),
  );

function ofType(node: PlanNode, scope: Scope, subject: Subject): Iterable<Diagnostic> {
  if (node.type === 'SWITCH') return ofSwitch(node, scope, subject);
  if (node.type === 'LLM_DECISION') return ofWays(node, scope, subject);
  return node.type === 'TOOL_ROUTER' ? ofRoutes(node, subject) : [];
}

/** Names that a node gives among its parameters: `/params/cases/0/id`. */
const PORT = /^\/params\/(\w+)\/\d+\/id$/;

function ofPorts(node: PlanNode, { at }: Subject): readonly Diagnostic[] {
  const ports = fieldsOf(node).flatMap(({ is, path, value }) => {
    const list = is === 'name' ? PORT.exec(path)?.[1] : undefined;
    return list === undefined ? [] : [{ id: String(value), list, where: at(node, path) }];
  });
  return ports.flatMap(({ id, list, where }, index) => {
    if (RESERVED.has(id)) {
      const message = `"${id}" cannot be the id of one of the ${list}: it is a port already.`;
      return [problem('CHOICE_ID_RESERVED', message, 'Choose another id.', where)];
    }
    if (ports.findIndex((one) => one.id === id && one.list === list) === index) return [];
    const message = `The id "${id}" is used twice among the ${list}.`;
    return [problem('CHOICE_ID_DOUBLED', message, 'Give each its own id.', where)];
  });
}

function* ofSwitch(node: NodeOf<'SWITCH'>, scope: Scope, { at }: Subject): Generator<Diagnostic> {
  const { cases, all } = node.params;
  const leadsNowhere = (port: string): boolean => !scope.isSequence && !leavesBy(scope, node, port);
  for (const [index, one] of cases.entries()) {
    const isCovered = cases.slice(0, index).some((earlier) => earlier.when.trim() === one.when.trim());
    if (all !== true && isCovered) {
      const message = `The case "${one.id}" asks what an earlier one asks.`;
      const help = 'The first case that matches is taken; remove one of them.';
      yield warning('CASE_NEVER_TAKEN', message, help, at(node, `/params/cases/${index}/when`));
    }
    if (leadsNowhere(one.id)) {
      const message = `The case "${one.id}" leads nowhere.`;
      const help = 'Draw an edge from its port, or remove the case.';
      yield warning('CASE_LEADS_NOWHERE', message, help, at(node, `/params/cases/${index}`));
    }
  }
  if (leadsNowhere('default')) {
    const help = 'Draw an edge from "default" if something shall happen then.';
    yield note('NO_DEFAULT_WAY', `When no case of "${node.id}" matches, its way ends.`, help, at(node));
  }
}

/** By rule the first route that holds is taken, so nothing comes after one that always does. */
function ofRoutes(node: NodeOf<'TOOL_ROUTER'>, { at }: Subject): readonly Diagnostic[] {
  const { by, routes } = node.params;
  if (by === 'model') return [];
  const always = routes.findIndex(({ when }) => when === undefined || when.trim() === 'true');
  const next = always < 0 ? undefined : routes[always + 1];
  if (next === undefined) return [];
  const message = `The route "${next.id}" is never taken: the one before it always is.`;
  const help = 'Give the one before it a condition, or let this one go first.';
  return [warning('CASE_NEVER_TAKEN', message, help, at(node, `/params/routes/${always + 1}`))];
}

/** A model may choose what leads nowhere: then its way ends. */
function ofWays(node: NodeOf<'LLM_DECISION'>, scope: Scope, { at }: Subject): readonly Diagnostic[] {
  if (scope.isSequence) return [];
  return node.params.choices.flatMap(({ id }, index) => {
    if (leavesBy(scope, node, id)) return [];
    const help = 'Draw an edge from its port, or remove the choice.';
    const where = at(node, `/params/choices/${index}`);
    return [warning('CHOICE_LEADS_NOWHERE', `The choice "${id}" leads nowhere.`, help, where)];
  });
}
