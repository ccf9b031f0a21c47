import { type Diagnostic, isJsonObject, type Json, type JsonObject, jsonOf, type Result } from '#base';
import type { Edit, PlanChanges } from '../edits/edit';
import { compileCondition } from '../expressions/condition';
import { compileExpression, type Expression, placesOfName } from '../expressions/expression';
import { jsonataReadsOf } from '../expressions/jsonata';
import { withHoles } from '../expressions/template';
import type { Field } from '../fields/fields';
import { withBodies } from '../graph/bodies';
import { changedWithin } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import { localsOf } from '../rules/rule';
import type { CapabilityPlan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import { changeNode, sameIfEqual } from './node';

/**
 * Gives a declared variable another name, wherever the plan reads or writes it: in expressions, templates and JSONata,
 * in what nodes and actions write, in parameters that name it, and in the plan's result. One batch, so that one undo takes it back.
 * An expression that cannot be read, or would mean something else under the new name, is left as it is: a problem says
 * so then.
 *
 * @example renameVariable(plan, 'rows', 'orders') // the condition `size(rows) > 3` reads `size(orders) > 3`
 */
export function renameVariable(plan: CapabilityPlan | StateMachinePlan, from: string, to: string): Edit {
  const name: Renaming = { from, to };
  if (plan.kind === 'state-machine')
    return { edit: 'update-plan', plan: plan.id, to: machineRenamed(plan, name) };
  const variables =
    plan.variables === 'open'
      ? {}
      : { variables: plan.variables.map((one) => (one.id === from ? { ...one, id: to } : one)) };
  const result = plan.result === undefined ? {} : { result: objectOf(inTemplate(plan.result, name)) };
  const nodes = plan.nodes.flatMap((node): Edit[] => {
    const renamed = inNode(node, name);
    return renamed === node ? [] : [{ edit: 'update-node', plan: plan.id, node: node.id, to: renamed }];
  });
  const edits: Edit[] = [{ edit: 'update-plan', plan: plan.id, to: { ...variables, ...result } }, ...nodes];
  return { edit: 'batch', label: 'Rename variable', edits };
}

/** The node, with all that is inside it, under the new name; the same object when nothing in it names the variable. */
function inNode(node: PlanNode, name: Renaming): PlanNode {
  // What the node itself says, without its bodies.
  const own = changeNode(node, (field) => inField(field, name));
  // A loop that calls its item or its round so: inside it is another variable.
  if (localsOf(node).includes(name.from)) return own;
  let changed = false;
  const inside = withBodies(own, ({ nodes, edges }) => {
    const renamed = nodes.map((one) => inNode(one, name));
    changed ||= renamed.some((one, index) => one !== nodes[index]);
    return { nodes: renamed, edges };
  });
  return changed ? inside : own;
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/**
 * What of a machine reads otherwise under the new name of a variable: conditions, expressions and templates of its
 * states, transitions, actions, invocations, guards, delays and responders, and what assigns it.
 */
function machineRenamed(plan: StateMachinePlan, name: Renaming): PlanChanges {
  const renamed = changedWithin(plan, (field) => sameIfEqual(field.value, inField(field, name)));
  const { id: _id, kind: _kind, variables: _variables, ...after } = jsonOf(renamed);
  return {
    ...after,
    variables: plan.variables.map((one) => (one.id === name.from ? { ...one, id: name.to } : one)),
  } as PlanChanges;
}

/** Another name for a variable. */
interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** A text that is read as a language, of a node or of a machine. */
interface RenamableText {
  readonly kind: 'expression' | 'condition' | 'template' | 'jsonata';
  readonly value: Json;
  /** What it may name besides variables. */
  readonly sees: readonly string[];
}

/** A field of a node or of a machine under the new name; a name that a loop gives is its own. */
function inField({ is, value, sees }: Field, name: Renaming): Json {
  switch (is) {
    case 'cel':
      return inText({ kind: 'expression', value, sees }, name);
    case 'condition':
    case 'template':
    case 'jsonata':
      return inText({ kind: is, value, sees }, name);
    case 'writes':
    case 'declares':
    case 'reads':
      return value === name.from ? name.to : value;
    default:
      return value;
  }
}

/** What the node itself is called by in a text (`result`, `event`) is no variable of the plan there. */
function inText({ kind, value, sees }: RenamableText, name: Renaming): Json {
  if (sees.includes(name.from)) return value;
  if (kind === 'template') return inTemplate(value, name);
  const source = String(value);
  return kind === 'jsonata'
    ? replacedAt(source, jsonataReadsOf(source, name.from), name)
    : inExpression(source, name, kind === 'condition' ? compileCondition : compileExpression);
}

function inTemplate(template: Json, name: Renaming): Json {
  return withHoles(template, (source) => inExpression(source, name));
}

function inExpression(
  source: string,
  name: Renaming,
  compile: (source: string) => Result<Expression, Diagnostic> = compileExpression,
): string {
  const before = compile(source);
  if (!before.ok || !before.value.references.variables.has(name.from)) return source;
  const renamed = replacedAt(source, placesOfName(before.value, name.from), name);
  const after = compile(renamed);
  // Where the expression binds the new name itself it would read that.
  const expected = [...before.value.references.variables].map((one) => (one === name.from ? name.to : one));
  const isSame = after.ok && expected.every((one) => after.value.references.variables.has(one));
  return isSame ? renamed : source;
}

/** Replaces the name at places, of which each begins one. */
function replacedAt(source: string, places: readonly number[], { from, to }: Renaming): string {
  let text = source;
  for (const at of places.toSorted((one, other) => other - one)) {
    if (text.startsWith(from, at)) text = `${text.slice(0, at)}${to}${text.slice(at + from.length)}`;
  }
  return text;
}
