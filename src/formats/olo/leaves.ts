import { isEventType, type Json, type JsonObject, present } from '#base';
import type { NodeOf } from '#plan';
import { type Fields, objectAt, textAt, textMembersOf } from '../common/fields';
import { below } from '../common/report';
import { leafToTheirs, withoutCall } from './calls';
import { PLAN_LIMITS, wordOr } from './loader';
import {
  keptParams,
  leafOf,
  type Piece,
  passedOver,
  type Reading,
  shellOf,
  single,
  sourceOf,
} from './reading';
import { keyOfMember, literalText, memberOf, textOfLiteral } from './variables';
import { keptOf, leaveOut, nameOf, nodeOf, params, pluginOf, variableOf, type Writing } from './writing';

/** EVENT_WAIT: waits for ever; its timeout is a variable there, which ours cannot be. */
export function readEventWait(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const key = params.word('eventKey');
  if (key === undefined) return withoutCall(reading, shell, fields, 'eventKey');
  fields.take('params');
  const event = eventOf(key);
  const variable = params.word('resultVariable');
  const rest = { ...params.leftovers(), ...(event === key ? {} : { eventKey: key }) };
  const left = keptParams(reading, shell, rest);
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
    ...sourceOf(reading, shell, fields, left),
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
    template === undefined ? { prompt: reading.prompt(key, hole) } : { template: withHole(template, hole) };
  if (template === undefined) {
    const message = `The template "${key}" of "${shell.id}" is in no document: its text is on their server.`;
    reading.report.warn(
      'TEMPLATE_ELSEWHERE',
      message,
      `Write it into the prompt "${key}" of the workspace.`,
      params.path,
    );
  }
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('FILL_TEMPLATE', 'FILL_TEMPLATE');
  return single({
    ...shell.draft,
    type: 'FILL_TEMPLATE',
    params: text,
    output: { [to]: 'result' },
    ...sourceOf(reading, shell, fields, left),
  });
}

/** What the placeholder reads; a template without one reads nothing. */
function holeOf({ variables }: Reading, params: Fields, template: string | undefined): string {
  if (template !== undefined && !template.includes(PLACEHOLDER)) return '';
  return variables.hole(wordOr(params, 'userQueryVariable') ?? 'userQuery', params.path);
}

/** Their one placeholder; everything else of a template is text. */
const PLACEHOLDER = '{{userQuery}}';

function withHole(template: string, hole: string): string {
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
  const pipeline = reading.pipelines.get(name ?? '');
  if (name === undefined) return withoutCall(reading, shell, fields, 'pipelineRef');
  if (pipeline === undefined) {
    const message = `The SUB_PIPELINE "${shell.id}" runs "${name}", which is not a pipeline of this document.`;
    const help = 'Their engine passes it over; so does this.';
    reading.report.warn('PIPELINE_UNKNOWN', message, help, params.path);
    return passedOver(reading, shell, fields);
  }
  fields.take('params');
  const { path } = params;
  const into = pairs(params, 'inputMapping');
  const out = pairs(params, 'outputMapping');
  const inputs =
    into ??
    pipeline.inputs
      .filter((input) => reading.variables.isDeclared(input))
      .map((input) => [input, input] as const);
  const outputs = out ?? pipeline.results.filter(([, variable]) => reading.variables.isDeclared(variable));
  const left = keptParams(reading, shell, params.leftovers());
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
      ...left,
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
  return [...textMembersOf(params.object(key))];
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
  const left = keptParams(reading, shell, params.leftovers());
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
    ...sourceOf(reading, shell, fields, left),
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

export function writeEventWait(writing: Writing, node: NodeOf<'EVENT_WAIT'>): JsonObject {
  const { events, timeoutMs, mode, resultVariable } = node.params;
  const [first, ...others] = events;
  const help = 'Their node waits for one event, without a condition.';
  if (others.length > 0 || first?.when !== undefined)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" waits for more than the event "${first?.event}".`,
      help,
      '/params/events',
    );
  if (typeof timeoutMs === 'number' || mode === 'transient')
    leaveOut(
      writing,
      node.id,
      `How long and since when "${node.id}" waits is left out.`,
      'Theirs reads it from a variable.',
      '/params',
    );
  const eventKey = textAt(objectAt(keptOf(node), 'params'), 'eventKey') ?? first?.event;
  const result = resultVariable === undefined ? undefined : nameOf(writing, resultVariable);
  return nodeOf(writing, node, 'EVENT_WAIT', {
    params: { eventKey: eventKey ?? '', ...present({ resultVariable: result }) },
  });
}

export function writeFillTemplate(writing: Writing, node: NodeOf<'FILL_TEMPLATE'>): JsonObject {
  const { template, prompt } = node.params;
  const text = template ?? '';
  const document = writing.workspace.prompts.find(({ id }) => id === prompt);
  const [hole] = /\{\{ (?!")[^}]* \}\}/.exec(template ?? document?.text ?? '') ?? [];
  const parts = hole === undefined ? [text] : text.split(hole);
  const literals = parts.map(textOfParts);
  const variable = variableOf(hole);
  if (literals.includes(undefined) || (hole !== undefined && variable === undefined))
    leaveOut(
      writing,
      node.id,
      `The template of "${node.id}" reads more than one variable.`,
      'Theirs knows one placeholder.',
      '/params/template',
    );
  const [output] = Object.entries(node.output ?? {});
  const isWhole = output === undefined || output[1] === 'result';
  if (!isWhole || Object.keys(node.output ?? {}).length > 1)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" writes more than its text.`,
      'Theirs writes the text to one variable.',
      '/output',
    );
  return nodeOf(writing, node, 'FILL_TEMPLATE', {
    params: params(node, {
      ...(prompt === undefined
        ? { template: literals.map((part) => part ?? '').join(PLACEHOLDER) }
        : { templateKey: document?.name ?? prompt }),
      userQueryVariable: variable === undefined ? undefined : nameOf(writing, variable),
      outputVariable: output === undefined ? undefined : nameOf(writing, output[0]),
    }),
  });
}

/** Text between holes, some of which is quoted as a literal because it holds braces. */
function textOfParts(part: string): string | undefined {
  const quoted = /^(.*?)\{\{ ("(?:[^"\\]|\\.)*") \}\}(.*)$/s.exec(part);
  if (quoted === null) return part.includes('{{') ? undefined : part;
  const [, before = '', literal = '""', after = ''] = quoted;
  const text = textOfLiteral(`{{ ${literal} }}`);
  const rest = textOfParts(after);
  return text === undefined || rest === undefined ? undefined : before + text + rest;
}

export function writeSubPlan(writing: Writing, node: NodeOf<'SUB_PLAN'>): JsonObject {
  const kept = keptOf(node);
  const inputs = Object.entries(typeof node.input === 'object' && node.input !== null ? node.input : {});
  const into = inputs.flatMap(([input, template]) => {
    const variable = variableOf(template as Json);
    if (variable !== undefined) return [[input, nameOf(writing, variable)] as const];
    leaveOut(
      writing,
      node.id,
      `"${input}" of the input of "${node.id}" is not a variable.`,
      'Compute it into a variable before.',
      `/input/${input}`,
    );
    return [];
  });
  const out = Object.entries(node.output ?? {}).flatMap(([variable, expression]) => {
    const key = keyOfMember('result', expression);
    if (key !== undefined) return [[key, nameOf(writing, variable)] as const];
    leaveOut(
      writing,
      node.id,
      `"${variable}" is computed from the result of "${node.id}".`,
      'Take one output.',
      `/output/${variable}`,
    );
    return [];
  });
  return nodeOf(writing, node, 'SUB_PIPELINE', {
    params: {
      pipelineRef: writing.pipelines.get(node.params.plan) ?? node.params.plan,
      ...(kept.inputsByName === true ? {} : { inputMapping: Object.fromEntries(into) }),
      ...(kept.outputsByName === true ? {} : { outputMapping: Object.fromEntries(out) }),
    },
  });
}

export function writePlanner(writing: Writing, node: NodeOf<'PLANNER'>, seconds: number): JsonObject {
  const { models = [], planInputVariable, resultVariable, parser, subtreeCreator, goal } = node.params ?? {};
  const model = writing.workspace.models.find(({ id }) => id === models[0]);
  const query = variableOf(goal);
  const help = 'Theirs has a model, a variable with the question, a parser and a subtree creator.';
  if (models.length > 1)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" has more than one model; the first is written.`,
      help,
      '/params/models',
    );
  if (goal !== undefined && query === undefined && planInputVariable === undefined)
    leaveOut(writing, node.id, `The goal of "${node.id}" is not a variable.`, help, '/params/goal');
  const treeBuilder = textAt(objectAt(keptOf(node), 'params'), 'treeBuilder');
  const isSame = (treeBuilder ?? 'default') === (parser ?? 'default');
  const isAsked = planInputVariable === undefined;
  if (isAsked && model === undefined)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" plans without a model of its own; theirs only reads a text then.`,
      help,
      '/params/models',
    );
  return nodeOf(writing, node, 'PLANNER', {
    params: params(node, {
      modelPluginRef: isAsked && model !== undefined ? pluginOf(writing, model.model) : undefined,
      planInputVariable: isAsked ? undefined : nameOf(writing, planInputVariable),
      resultVariable: resultVariable === undefined ? undefined : nameOf(writing, resultVariable),
      userQueryVariable: isAsked && query !== undefined ? nameOf(writing, query) : undefined,
      parser: isSame ? undefined : parser,
      subtreeCreatorPluginRef: subtreeCreator === undefined ? undefined : pluginOf(writing, subtreeCreator),
    }),
    ...leafToTheirs(writing, node, seconds),
  });
}
