import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { memberOf } from '../values';
import { nameParams } from './defaults';
import { inputOf, outputOf } from './mappings';
import { type Piece, single } from './piece';
import { leafOf, missing, passedOver, type Reading, type Shell, shellOf, sourceOf } from './reading';

/** PLUGIN: calls a plugin with what is mapped, and with the literals of its `params`. */
export function readPlugin(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const plugin = fields.word('pluginRef');
  if (plugin === undefined) return withoutCall(reading, shell, fields, 'pluginRef');
  reading.plugins.warnUnknown(plugin, below(fields.path, 'pluginRef'));
  const output = outputOf(reading, shell, fields.again());
  fields.take('outputMappings');
  const input = inputOf(reading, shell, fields.again());
  fields.take('inputMappings');
  fields.take('params');
  reading.report.recognised('PLUGIN', 'CAPABILITY');
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'CAPABILITY',
    params: { capability: reading.plugins.capability(plugin) },
    ...input,
    ...output,
    ...sourceOf(reading, shell, fields),
  });
}

/** What of a call of a model or evaluator is fixed: the names of its parameters (reference 6, 1.2). */
interface FixedCall {
  readonly ref: string;
  readonly variable: string;
  readonly parameter: string;
  readonly answer: string;
}

const CALLS: Readonly<Record<string, FixedCall>> = {
  LLM_DECISION: { ref: 'pluginRef', variable: 'promptVariable', parameter: 'prompt', answer: 'responseText' },
};

/** The types that call one plugin with one variable and write its answer to another. */
export function fixedCallOf(type: string): FixedCall | undefined {
  return Object.hasOwn(CALLS, type) ? CALLS[type] : undefined;
}

/** LLM_DECISION where nothing chooses by it: it writes free text, whatever comes, as a call does. */
export function readFixedCall(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const call = fixedCallOf(shell.type);
  const plugin = call && params.word(call.ref);
  const from = call && params.word(call.variable);
  const to = params.word('outputVariable');
  if (call === undefined || plugin === undefined || from === undefined || to === undefined) {
    return withoutCall(reading, shell, fields, `${call?.ref}, ${call?.variable} and outputVariable`);
  }
  fields.take('params');
  reading.plugins.warnUnknown(plugin, below(params.path, call.ref));
  reading.report.recognised(shell.type, 'CAPABILITY');
  if (shell.type === 'LLM_DECISION') {
    const message = `The LLM_DECISION "${shell.id}" comes in as a call: theirs writes whatever text comes, and no SWITCH on "${to}" follows.`;
    const help = 'Put a SWITCH on that variable right after it, whose cases are what it can decide.';
    reading.report.info('DECISION_AS_CALL', message, help, fields.path);
  }
  const left = params.leftovers();
  nameParams(reading, shell, left);
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'CAPABILITY',
    params: { capability: reading.plugins.capability(plugin) },
    input: { [call.parameter]: reading.variables.hole(from, params.path) },
    output: { [reading.variables.write(to, params.path)]: memberOf('result', call.answer) },
    ...sourceOf(reading, shell, fields, {
      type: shell.type,
      ...(Object.keys(left).length === 0 ? {} : { params: left }),
    }),
  });
}

/** A node that cannot do its work there is passed over there, and so it is here. */
export function withoutCall(reading: Reading, shell: Shell, fields: Fields, key: string): Piece {
  missing(reading, shell, key);
  const node = passedOver(shell);
  return single({ ...node, ...sourceOf(reading, shell, fields, { type: shell.type }) });
}
