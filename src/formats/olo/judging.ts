import { isJsonObject, type Json, type JsonObject, present } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import type { Fields } from '../common/fields';
import { below } from '../common/report';
import { leafToTheirs, withoutCall } from './calls';
import { keptParams, leafOf, type Piece, type Reading, shellOf, single, sourceOf } from './reading';
import { literalText, textOfLiteral } from './variables';
import { leaveOut, nameOf, nodeOf, pluginOf, variableOf, type Writing } from './writing';

/** EVALUATION: a plugin scores a variable. Theirs never routes, so both ports lead on. */
export function readEvaluation(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const plugin = params.word('evaluatorRef');
  const from = params.word('inputVariable');
  const to = params.word('outputVariable');
  if (plugin === undefined || from === undefined || to === undefined) {
    return withoutCall(reading, shell, fields, 'evaluatorRef, inputVariable and outputVariable');
  }
  fields.take('params');
  const threshold = params.number('threshold');
  const left = keptParams(reading, shell, params.leftovers());
  reading.plugins.warnUnknown(plugin, below(params.path, 'evaluatorRef'));
  reading.report.recognised('EVALUATION', 'EVALUATION');
  const node = {
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'EVALUATION',
    params: {
      evaluator: 'capability',
      capability: reading.plugins.capability(plugin),
      ...present({ threshold }),
    },
    input: { input: reading.variables.hole(from, params.path) },
    output: { [reading.variables.write(to, params.path)]: 'result' },
    ...sourceOf(reading, shell, fields, left),
  };
  return single(node, ['pass', 'fail']);
}

/** REFLECTION: one round with the model of a plugin. */
export function readReflection(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const plugin = params.word('pluginRef');
  const from = params.word('inputVariable');
  const to = params.word('outputVariable');
  if (plugin === undefined || from === undefined || to === undefined) {
    return withoutCall(reading, shell, fields, 'pluginRef, inputVariable and outputVariable');
  }
  fields.take('params');
  const goal = params.word('promptTemplate');
  const left = keptParams(reading, shell, params.leftovers());
  reading.plugins.warnModel(plugin, below(params.path, 'pluginRef'));
  reading.report.recognised('REFLECTION', 'REFLECTION');
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'REFLECTION',
    params: {
      ...(goal === undefined ? {} : { goal: literalText(goal) }),
      maxRounds: 1,
      models: [reading.plugins.model(plugin)],
    },
    input: reading.variables.hole(from, params.path),
    output: { [reading.variables.write(to, params.path)]: 'result' },
    ...sourceOf(reading, shell, fields, left),
  });
}

/** EVALUATION by a capability; theirs knows no other. */
export function writeEvaluation(
  writing: Writing,
  node: NodeOf<'EVALUATION'>,
  seconds: number,
): readonly JsonObject[] {
  const { evaluator, capability, threshold } = node.params;
  if (evaluator !== 'capability' || capability === undefined) {
    leaveOut(
      writing,
      node.id,
      `"${node.id}" is left out: theirs is scored by a plugin.`,
      'Let a capability score it.',
      '/params/evaluator',
    );
    return [];
  }
  const [given] = isJsonObject(node.input) ? Object.values(node.input) : [node.input];
  const params = {
    evaluatorRef: pluginOf(writing, capability),
    ...variablesOf(writing, node, given),
    ...present({ threshold }),
  };
  return [nodeOf(writing, node, 'EVALUATION', { params, ...leafToTheirs(writing, node, seconds) })];
}

export function writeReflection(
  writing: Writing,
  node: NodeOf<'REFLECTION'>,
  seconds: number,
): readonly JsonObject[] {
  const { goal, maxRounds = 3, models = [] } = node.params ?? {};
  const model = writing.workspace.models.find(({ id }) => id === models[0]);
  const template = goal === undefined ? undefined : textOfLiteral(goal);
  const help = 'Theirs has one round, one model, and a text to judge by.';
  if (maxRounds !== 1)
    leaveOut(writing, node.id, `"${node.id}" has one round there.`, help, '/params/maxRounds');
  if (models.length > 1)
    leaveOut(writing, node.id, `"${node.id}" has one model there.`, help, '/params/models');
  if (goal !== undefined && template === undefined)
    leaveOut(writing, node.id, `What "${node.id}" judges by reads variables.`, help, '/params/goal');
  if (model === undefined) {
    leaveOut(
      writing,
      node.id,
      `"${node.id}" is left out: it has no model of its own.`,
      help,
      '/params/models',
    );
    return [];
  }
  const params = {
    pluginRef: pluginOf(writing, model.model),
    ...variablesOf(writing, node, node.input),
    ...present({ promptTemplate: template }),
  };
  return [nodeOf(writing, node, 'REFLECTION', { params, ...leafToTheirs(writing, node, seconds) })];
}

function variablesOf(writing: Writing, node: PlanNode, input: Json | undefined): JsonObject {
  const from = variableOf(input);
  const [output, ...more] = Object.entries(node.output ?? {});
  const isWhole = output !== undefined && output[1] === 'result' && more.length === 0;
  if (from === undefined || !isWhole)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" reads and writes one variable there.`,
      'Give it one variable, and write its result to one.',
      '/input',
    );
  return present({
    inputVariable: from === undefined ? undefined : nameOf(writing, from),
    outputVariable: output === undefined ? undefined : nameOf(writing, output[0]),
  });
}
