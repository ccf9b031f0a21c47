import { type Diagnostic, note, problem, warning } from '#base';
import { fieldsOf } from '../graph/fieldsOf';
import type { NodeOf, PlanNode } from '../nodes/node';
import { leavesBy, type Rule, type Scope, type Subject } from './rule';

/** L9: names of ports that mean something already. */
const RESERVED: ReadonlySet<string> = new Set(['out', 'error', 'default', 'timeout', 'then', 'else']);

/** L9, case D2: ids of cases and decisions are free and single, and every way of a choice leads somewhere. */
export const choicesAreClear: Rule = (subject) =>
  subject.scopes.flatMap((scope) => scope.body.nodes.flatMap((node) => ofNode(node, scope, subject)));

function ofNode(node: PlanNode, scope: Scope, subject: Subject): readonly Diagnostic[] {
  return [...ofPorts(node, subject), ...ofType(node, scope, subject)];
}

function ofType(node: PlanNode, scope: Scope, subject: Subject): readonly Diagnostic[] {
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

function ofSwitch(
  node: Extract<PlanNode, { type: 'SWITCH' }>,
  scope: Scope,
  { at }: Subject,
): readonly Diagnostic[] {
  const { cases, all } = node.params;
  const { isSequence } = scope;
  const found: Diagnostic[] = [];
  for (const [index, one] of cases.entries()) {
    const isCovered = cases.slice(0, index).some((earlier) => earlier.when.trim() === one.when.trim());
    if (all !== true && isCovered) {
      const help = 'The first case that matches is taken; remove one of them.';
      found.push(
        warning(
          'CASE_NEVER_TAKEN',
          `The case "${one.id}" asks what an earlier one asks.`,
          help,
          at(node, `/params/cases/${index}/when`),
        ),
      );
    }
    if (!isSequence && !leavesBy(scope, node, one.id)) {
      const help = 'Draw an edge from its port, or remove the case.';
      found.push(
        warning(
          'CASE_LEADS_NOWHERE',
          `The case "${one.id}" leads nowhere.`,
          help,
          at(node, `/params/cases/${index}`),
        ),
      );
    }
  }
  if (!isSequence && !leavesBy(scope, node, 'default')) {
    const help = 'Draw an edge from "default" if something shall happen then.';
    found.push(note('NO_DEFAULT_WAY', `When no case of "${node.id}" matches, its way ends.`, help, at(node)));
  }
  return found;
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
