import { IdMint, isJsonArray, isJsonObject, type Json, type JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { type Fields, textAt } from '../common/fields';
import { below } from '../common/report';
import { leafToTheirs, retried, withoutCall } from './calls';
import { RESERVED_PORTS } from './choices';
import {
  keptParams,
  leafOf,
  type Piece,
  type Reading,
  type Shell,
  shellOf,
  single,
  sourceOf,
} from './reading';
import { keyOfMember, memberOf } from './variables';
import { keptOf, leaveOut, nameOf, nodeOf, pluginOf, variableOf, type Writing, writeOther } from './writing';

/**
 * What an LLM_DECISION can decide: the values of the cases of a SWITCH on its variable that follows it.
 *
 * @returns null where none follows, or one whose cases are not told apart by texts: then it is a call like any other
 */
export function decisionOf(node: Fields, next: Fields | undefined): readonly string[] | null {
  if (node.peek('type') !== 'LLM_DECISION' || next?.peek('type') !== 'SWITCH') return null;
  const [params, chooses] = [node.peek('params'), next.peek('params')];
  if (!isJsonObject(params) || !isJsonObject(chooses)) return null;
  const variable = params.outputVariable;
  if (typeof variable !== 'string' || variable !== chooses.switchVariable) return null;
  const children = next.peek('children');
  const values = isJsonArray(children) ? children.map(caseValueOf) : [];
  const texts = values.filter((value) => value !== null);
  const isClear = texts.length === values.length && new Set(texts).size === texts.length;
  return isClear && texts.length > 0 ? texts : null;
}

function caseValueOf(child: Json): string | null {
  if (!isJsonObject(child) || child.type !== 'CASE' || !isJsonObject(child.params)) return null;
  const value = child.params.caseValue;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * LLM_DECISION. Before a SWITCH on what it writes its choices are the cases, and one that is none of them; where nothing
 * chooses by it, it writes free text, whatever comes, as a call does.
 *
 * @param cases null where nothing chooses by it
 */
export function readDecision(
  reading: Reading,
  fields: Fields,
  inherited: number,
  cases: readonly string[] | null = null,
): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const plugin = params.word('pluginRef');
  const from = params.word('promptVariable');
  const to = params.word('outputVariable');
  if (plugin === undefined || from === undefined || to === undefined)
    return withoutCall(reading, shell, fields, 'pluginRef, promptVariable and outputVariable');
  fields.take('params');
  const left = keptParams(reading, shell, params.leftovers());
  const asked = { params, plugin, from, to, left };
  return cases === null
    ? asCall(reading, shell, fields, asked)
    : asDecision(reading, shell, fields, asked, cases);
}

/** The parameters of a LLM_DECISION. */
interface AskedModel {
  readonly params: Fields;
  readonly plugin: string;
  readonly from: string;
  readonly to: string;
  readonly left: JsonObject;
}

function asCall(
  reading: Reading,
  shell: Shell,
  fields: Fields,
  { params, plugin, from, to, left }: AskedModel,
): Piece {
  reading.plugins.warnUnknown(plugin, below(params.path, 'pluginRef'));
  reading.report.recognised('LLM_DECISION', 'CAPABILITY');
  const message = `The LLM_DECISION "${shell.id}" comes in as a call: theirs writes whatever text comes, and no SWITCH on "${to}" follows.`;
  const help = 'Put a SWITCH on that variable right after it, whose cases are what it can decide.';
  reading.report.info('DECISION_AS_CALL', message, help, fields.path);
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'CAPABILITY',
    params: { capability: reading.plugins.capability(plugin) },
    input: { [PROMPT]: reading.variables.hole(from, params.path) },
    output: { [reading.variables.write(to, params.path)]: memberOf('result', ANSWER) },
    ...sourceOf(reading, shell, fields, { type: shell.type, ...left }),
  });
}

/** What the plugin of a LLM_DECISION is given and gives (reference 6, 1.2). */
const PROMPT = 'prompt';
const ANSWER = 'responseText';

function asDecision(
  reading: Reading,
  shell: Shell,
  fields: Fields,
  { params, plugin, from, to, left }: AskedModel,
  cases: readonly string[],
): Piece {
  reading.plugins.warnModel(plugin, below(params.path, 'pluginRef'));
  reading.report.recognised('LLM_DECISION', 'LLM_DECISION');
  const message = `The LLM_DECISION "${shell.id}" answers with a case of the SWITCH after it, or that it is none of them.`;
  const help = 'Theirs writes whatever text comes; what is not a case goes on at the default here as there.';
  reading.report.info('DECISION_TYPED', message, help, fields.path);
  const ids = new IdMint(RESERVED_PORTS);
  const choices = cases.map((value) => ({ id: ids.mint(value, 'choice'), value }));
  const none = ids.mint('none', 'choice');
  const isAlike = choices.every(({ id, value }) => id === value);
  const values = Object.fromEntries([...choices.map(({ id, value }) => [id, value]), [none, none]]);
  const result = isAlike ? 'result' : `${JSON.stringify(values)}[result]`;
  return single(
    {
      ...leafOf(reading, shell, fields),
      id: shell.id,
      type: 'LLM_DECISION',
      params: {
        question: reading.variables.hole(from, params.path),
        choices: [...choices.map(choiceOf), { id: none, description: 'None of the others' }],
        models: [reading.plugins.model(plugin)],
      },
      output: { [reading.variables.write(to, params.path)]: result },
      ...sourceOf(reading, shell, fields, left),
    },
    [...choices.map(({ id }) => id), none],
  );
}

function choiceOf({ id, value }: { readonly id: string; readonly value: string }): JsonObject {
  return id === value ? { id } : { id, description: value };
}

/** LLM_DECISION: asks about one variable, and writes to one what a SWITCH after it chooses by. */
export function writeDecision(
  writing: Writing,
  node: NodeOf<'LLM_DECISION'>,
  seconds: number,
): readonly JsonObject[] {
  const { question, models = [] } = node.params;
  const model = writing.workspace.models.find(({ id }) => id === models[0]);
  const from = variableOf(question);
  const [output, ...more] = Object.entries(node.output ?? {});
  if (model === undefined || from === undefined || output === undefined || more.length > 0)
    return writeOther(writing, node);
  if (models.length > 1)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" has one model there.`,
      'The first is written.',
      '/params/models',
    );
  return [decisionToTheirs(writing, node, seconds, { plugin: model.model, from, to: output[0] })];
}

/** A call that was a LLM_DECISION, as long as it is given and gives the same; null for any other. */
export function writeDecidingCall(
  writing: Writing,
  node: NodeOf<'CAPABILITY'>,
  seconds: number,
): JsonObject | null {
  if (textAt(keptOf(node), 'type') !== 'LLM_DECISION') return null;
  const [input, ...moreInput] = Object.entries(isJsonObject(node.input) ? node.input : {});
  const [output, ...moreOutput] = Object.entries(node.output ?? {});
  const from = variableOf(input?.[1]);
  if (from === undefined || output === undefined || moreInput.length + moreOutput.length > 0) return null;
  if (input?.[0] !== PROMPT || keyOfMember('result', output[1]) !== ANSWER) return null;
  const asked = { plugin: node.params.capability, from, to: output[0] };
  return retried(writing, node, decisionToTheirs(writing, node, seconds, asked));
}

function decisionToTheirs(
  writing: Writing,
  node: PlanNode,
  seconds: number,
  { plugin, from, to }: Pick<AskedModel, 'plugin' | 'from' | 'to'>,
): JsonObject {
  const params = {
    pluginRef: pluginOf(writing, plugin),
    promptVariable: nameOf(writing, from),
    outputVariable: nameOf(writing, to),
  };
  return nodeOf(writing, node, 'LLM_DECISION', { params, ...leafToTheirs(writing, node, seconds) });
}
