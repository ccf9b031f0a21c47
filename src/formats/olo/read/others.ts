import { isEventType, type Json, type JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { withoutCall } from '../calls';
import { nameParams, wordOr } from '../defaults';
import { PLAN_LIMITS } from '../keys';
import { leafOf, type Piece, passedOver, type Reading, shellOf, single, sourceOf } from '../reading';
import { literalText, memberOf } from '../values';

/** EVENT_WAIT: waits for ever; its timeout is a variable there, which ours cannot be. */
export function readEventWait(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const key = params.word('eventKey');
  if (key === undefined) return withoutCall(reading, shell, fields, 'eventKey');
  fields.take('params');
  const event = eventOf(key);
  const variable = params.word('resultVariable');
  const left = { ...params.leftovers(), ...(event === key ? {} : { eventKey: key }) };
  nameParams(reading, shell, left);
  const hint = 'Their engine goes on at once; this waits, as their documents say.';
  reading.report.info('WAITS', `The EVENT_WAIT "${shell.id}" waits for "${event}".`, hint, fields.path);
  reading.report.recognised('EVENT_WAIT', 'EVENT_WAIT');
  const node = {
    ...shell.draft,
    type: 'EVENT_WAIT',
    params: {
      events: [{ id: 'came', event }],
      ...(variable === undefined ? {} : { resultVariable: reading.variables.write(variable, params.path) }),
    },
    ...sourceOf(reading, shell, fields, Object.keys(left).length === 0 ? {} : { params: left }),
  };
  return single(node, ['came']);
}

function eventOf(key: string): string {
  if (isEventType(key)) return key;
  const word = `event.${key.slice(0, 100).replace(/[^A-Za-z0-9_.-]/g, '_')}`;
  return isEventType(word) ? word : 'event';
}

/** FILL_TEMPLATE: knows one placeholder; a template that is only named is a prompt of the workspace to be written. */
export function readFillTemplate(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  fields.take('params');
  const template = params.word('template');
  const hole = holeOf(reading, params, template);
  const to = reading.variables.write(wordOr(params, 'outputVariable') ?? '__planner_prompt', params.path);
  const key = template === undefined ? (wordOr(params, 'templateKey') ?? 'default') : '';
  const text =
    template === undefined ? { prompt: reading.prompt(key, hole) } : { template: filled(template, hole) };
  if (template === undefined) {
    const message = `The template "${key}" of "${shell.id}" is in no document: its text is on their server.`;
    reading.report.warn(
      'TEMPLATE_ELSEWHERE',
      message,
      `Write it into the prompt "${key}" of the workspace.`,
      params.path,
    );
  }
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.report.recognised('FILL_TEMPLATE', 'FILL_TEMPLATE');
  return single({
    ...shell.draft,
    type: 'FILL_TEMPLATE',
    params: text,
    output: { [to]: 'result' },
    ...sourceOf(reading, shell, fields, Object.keys(left).length === 0 ? {} : { params: left }),
  });
}

/** What the placeholder reads; a template without one reads nothing. */
function holeOf({ variables }: Reading, params: Fields, template: string | undefined): string {
  if (template !== undefined && !template.includes(PLACEHOLDER)) return '';
  return variables.hole(wordOr(params, 'userQueryVariable') ?? 'userQuery', params.path);
}

/** Their one placeholder; everything else of a template is text. */
export const PLACEHOLDER = '{{userQuery}}';

export function filled(template: string, hole: string): string {
  return template
    .split(PLACEHOLDER)
    .map((part) => literalText(part))
    .join(hole);
}

/** SUB_PIPELINE: runs another pipeline. Without mappings each of its variables is carried to its namesake. */
export function readSubPipeline(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const name = params.word('pipelineRef');
  const pipeline = name === undefined ? undefined : reading.pipelines.get(name);
  if (name === undefined || pipeline === undefined) {
    if (name === undefined) return withoutCall(reading, shell, fields, 'pipelineRef');
    const message = `The SUB_PIPELINE "${shell.id}" runs "${name}", which is not a pipeline of this document.`;
    reading.report.warn(
      'PIPELINE_UNKNOWN',
      message,
      'Their engine passes it over; so does this.',
      params.path,
    );
    return single({ ...passedOver(shell), ...sourceOf(reading, shell, fields, { type: shell.type }) });
  }
  fields.take('params');
  const path = params.path;
  const into = pairs(params, 'inputMapping');
  const out = pairs(params, 'outputMapping');
  const inputs =
    into ??
    pipeline.inputs
      .filter((input) => reading.variables.isDeclared(input))
      .map((input) => [input, input] as const);
  const outputs = out ?? pipeline.results.filter(([, variable]) => reading.variables.isDeclared(variable));
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.report.recognised('SUB_PIPELINE', 'SUB_PLAN');
  return single({
    ...shell.draft,
    type: 'SUB_PLAN',
    params: { plan: pipeline.plan, maxDepth: PLAN_LIMITS.maxDepth },
    input: Object.fromEntries(
      inputs.map(([input, variable]) => [input, reading.variables.hole(variable, path)]),
    ),
    output: Object.fromEntries(
      outputs.map(([key, variable]) => [reading.variables.write(variable, path), memberOf('result', key)]),
    ),
    ...sourceOf(reading, shell, fields, {
      ...(into === undefined ? { inputsByName: true } : {}),
      ...(out === undefined ? { outputsByName: true } : {}),
      ...(Object.keys(left).length === 0 ? {} : { params: left }),
    }),
  });
}

/** A mapping of names: an object from theirs to ours, or a list of mappings; undefined where there is none. */
function pairs(params: Fields, key: string): readonly (readonly [string, string])[] | undefined {
  const value = params.peek(key);
  if (value === undefined) return undefined;
  if (Array.isArray(value)) {
    return params.objects(key).flatMap((entry) => {
      const [from, to] = [entry.text('pluginParameter'), entry.text('variable')];
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    });
  }
  const object = params.object(key) ?? {};
  return Object.entries(object).flatMap(([from, to]) =>
    typeof to === 'string' ? [[from, to] as const] : [],
  );
}

/** PLANNER: plans, and runs what was planned in its place. Without a model it reads a text that is there already. */
export function readPlanner(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  fields.take('params');
  const model = params.word('modelPluginRef');
  const creator = params.word('subtreeCreatorPluginRef');
  if (model !== undefined) reading.plugins.warnModel(model, below(params.path, 'modelPluginRef'));
  if (creator !== undefined)
    reading.plugins.warnUnknown(creator, below(params.path, 'subtreeCreatorPluginRef'));
  const text = model === undefined ? interpreted(reading, params) : asked(reading, params, model);
  const parser = wordOr(params, 'parser') ?? textOf(params.peek('treeBuilder')) ?? 'default';
  const left = params.leftovers();
  nameParams(reading, shell, left);
  reading.report.recognised(model === undefined ? 'PLANNER (interpret only)' : 'PLANNER', 'PLANNER, inline');
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'PLANNER',
    params: {
      planner: 'llm',
      ...text,
      tools: reading.tools,
      limits: PLAN_LIMITS,
      parser,
      ...(creator === undefined ? {} : { subtreeCreator: reading.plugins.capability(creator) }),
      execute: 'inline',
    },
    ...sourceOf(reading, shell, fields, Object.keys(left).length === 0 ? {} : { params: left }),
  });
}

function asked({ variables, plugins }: Reading, params: Fields, model: string): JsonObject {
  return {
    models: [plugins.model(model)],
    goal: variables.hole(wordOr(params, 'userQueryVariable') ?? 'userQuery', params.path),
    resultVariable: variables.write(wordOr(params, 'resultVariable') ?? '__planner_result', params.path),
  };
}

/** Interpret only (reference 1, 7.1). */
function interpreted({ variables }: Reading, params: Fields): JsonObject {
  const from = wordOr(params, 'planInputVariable') ?? '__planner_result';
  return { planInputVariable: variables.write(from, params.path) };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
