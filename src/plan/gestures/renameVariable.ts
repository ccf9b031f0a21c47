import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#base';
import type { Edit } from '../edits/edit';
import { withBodies } from '../graph/bodies';
import { readNode } from '../read/part';
import { textsOf } from '../rules/texts';
import type { PlanNode } from '../schema/node';
import type { CapabilityPlan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import { machineRenamed } from './renameInMachine';
import { inFields, inTemplate, type Renaming } from './renameInTexts';

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
  const own = ownFields(node, name);
  if (callsItsOwn(node, name.from)) return own;
  let changed = false;
  const inside = withBodies(own, ({ nodes, edges }) => {
    const renamed = nodes.map((one) => inNode(one, name));
    changed ||= renamed.some((one, index) => one !== nodes[index]);
    return { nodes: renamed, edges };
  });
  return changed ? inside : own;
}

/** Whether a loop calls its item or its round by that name: inside it is another variable then. */
function callsItsOwn(node: PlanNode, name: string): boolean {
  if (node.type === 'ITERATOR')
    return node.params.itemVariable === name || node.params.indexVariable === name;
  return node.type === 'LOOP' && node.params.indexVariable === name;
}

/** Names of parameters that name a variable of the plan; those of loops name their own. */
const NAMES_A_VARIABLE = /^(?:plan|planInput|result|error)Variable$|^collectInto$/;

/** What the node itself says, without its bodies, under the new name. */
function ownFields(node: PlanNode, { from, to }: Renaming): PlanNode {
  const texts = new Map(textsOf(node).map((text) => [text.field, text]));
  const { body, try: tried, catch: caught, finally: last, ...own } = asJson(node);
  const bodies = asJson({ body, try: tried, catch: caught, finally: last });
  const renamed = objectOf(inFields(own, texts, { from, to }));
  const { output, params } = renamed;
  const next: JsonObject = {
    ...renamed,
    ...(isJsonObject(output) ? { output: withKey(output, from, to) } : {}),
    ...(isJsonObject(params) ? { params: withNames(params, from, to) } : {}),
  };
  if (canonicalJson(next) === canonicalJson(own)) return node;
  const read = readNode({ ...next, ...bodies });
  return read.ok ? read.value : node;
}

function withKey(output: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(output).map(([variable, value]) => [variable === from ? to : variable, value]),
  );
}

function withNames(params: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(params).map(([param, value]) => [
      param,
      value === from && NAMES_A_VARIABLE.test(param) ? to : value,
    ]),
  );
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function asJson(value: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(value));
  return json;
}
