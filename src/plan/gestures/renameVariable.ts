import { canonicalJson, escapePointer, isJsonObject, type Json, type JsonObject } from '#base';
import type { Edit } from '../edits/edit';
import { compileExpression, placesOfName } from '../expressions/expression';
import { holesIn } from '../expressions/holes';
import { jsonataReadsOf } from '../expressions/jsonata';
import { withBodies } from '../graph/bodies';
import { readNode } from '../read/part';
import { type LanguageText, textsOf } from '../rules/texts';
import type { PlanNode } from '../schema/node';
import type { CapabilityPlan } from '../schema/plan';

/** Another name for a variable. */
interface Renaming {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives a declared variable another name, wherever the plan reads or writes it: in expressions, templates and JSONata,
 * in what nodes write, in parameters that name it, and in the plan's result. One batch, so that one undo takes it back.
 * An expression that cannot be read, or would mean something else under the new name, is left as it is: a problem says
 * so then.
 *
 * @example renameVariable(plan, 'rows', 'orders') // the condition `size(rows) > 3` reads `size(orders) > 3`
 */
export function renameVariable(plan: CapabilityPlan, from: string, to: string): Edit {
  const name: Renaming = { from, to };
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

/** Every text that stands at its place in a node. */
function inFields(value: Json, texts: ReadonlyMap<string, LanguageText>, name: Renaming, field = ''): Json {
  const text = texts.get(field);
  if (text !== undefined) return inText(text, name);
  if (isJsonArray(value)) {
    return value.map((item, index) => inFields(item, texts, name, `${field}/${index}`));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      inFields(inner, texts, name, `${field}/${escapePointer(key)}`),
    ]),
  );
}

/** What the node itself is called by in a text (`result`, `event`) is no variable of the plan there. */
function inText({ kind, value, sees }: LanguageText, name: Renaming): Json {
  if (sees.includes(name.from)) return value;
  if (kind === 'template') return inTemplate(value, name);
  const source = String(value);
  return kind === 'expression'
    ? inExpression(source, name)
    : replacedAt(source, jsonataReadsOf(source, name.from), name);
}

function inTemplate(template: Json, name: Renaming): Json {
  if (typeof template === 'string') return inHoles(template, name);
  if (isJsonArray(template)) return template.map((item) => inTemplate(item, name));
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, inTemplate(inner, name)]));
}

function inHoles(text: string, name: Renaming): string {
  const pieces = holesIn(text);
  if (!pieces.ok) return text;
  return pieces.value
    .map((piece) => (typeof piece === 'string' ? piece : `{{${inExpression(piece.source, name)}}}`))
    .join('');
}

function inExpression(source: string, name: Renaming): string {
  const before = compileExpression(source);
  if (!before.ok || !before.value.references.variables.has(name.from)) return source;
  const renamed = replacedAt(source, placesOfName(before.value, name.from), name);
  const after = compileExpression(renamed);
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

function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function asJson(value: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(value));
  return json;
}
