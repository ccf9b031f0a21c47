import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { IdMint } from '../../common/mintIds';
import { below } from '../../common/report';
import { withoutCall } from './calls';
import { RESERVED_PORTS } from './choices';
import { nameParams } from './defaults';
import { type Piece, single } from './piece';
import { leafOf, type Reading, shellOf, sourceOf } from './reading';

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
  const values = Array.isArray(children) ? (children as readonly Json[]).map(caseValueOf) : [];
  const texts = values.filter((value) => value !== null);
  const isClear = texts.length === values.length && new Set(texts).size === texts.length;
  return isClear && texts.length > 0 ? texts : null;
}

function caseValueOf(child: Json): string | null {
  if (!isJsonObject(child) || child.type !== 'CASE' || !isJsonObject(child.params)) return null;
  const value = child.params.caseValue;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** LLM_DECISION before a SWITCH on what it writes: its choices are the cases, and one that is none of them. */
export function readDecision(
  reading: Reading,
  fields: Fields,
  inherited: number,
  cases: readonly string[],
): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const plugin = params.word('pluginRef');
  const from = params.word('promptVariable');
  const to = params.word('outputVariable');
  if (plugin === undefined || from === undefined || to === undefined)
    return withoutCall(reading, shell, fields, 'pluginRef, promptVariable and outputVariable');
  fields.take('params');
  const left = params.leftovers();
  nameParams(reading, shell, left);
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
      output: {
        [reading.variables.write(to, params.path)]: isAlike ? 'result' : `${JSON.stringify(values)}[result]`,
      },
      ...sourceOf(reading, shell, fields, Object.keys(left).length === 0 ? {} : { params: left }),
    },
    [...choices.map(({ id }) => id), none],
  );
}

function choiceOf({ id, value }: { readonly id: string; readonly value: string }): JsonObject {
  return id === value ? { id } : { id, description: value };
}
