import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { literalText } from '../values';
import { withoutCall } from './calls';
import { nameParams } from './defaults';
import { type Piece, single } from './piece';
import { leafOf, type Reading, shellOf, sourceOf } from './reading';

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
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.plugins.warnUnknown(plugin, below(params.path, 'evaluatorRef'));
  reading.report.recognised('EVALUATION', 'EVALUATION');
  const node = {
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'EVALUATION',
    params: {
      evaluator: 'capability',
      capability: reading.plugins.capability(plugin),
      ...(threshold === undefined ? {} : { threshold }),
    },
    input: { input: reading.variables.hole(from, params.path) },
    output: { [reading.variables.write(to, params.path)]: 'result' },
    ...sourceOf(reading, shell, fields, Object.keys(left).length === 0 ? {} : { params: left }),
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
  const left = params.leftovers();
  nameParams(reading, shell, left);
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
    ...sourceOf(reading, shell, fields, Object.keys(left).length === 0 ? {} : { params: left }),
  });
}
