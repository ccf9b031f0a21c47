import type { Json, JsonObject } from '#base';
import type { NodeOf } from '#plan';
import { listAt, objectAt, textAt } from '../../common/fields';
import { leafToTheirs } from '../calls';
import { params } from '../params';
import { PLACEHOLDER } from '../read/others';
import { keyOfMember, textOfLiteral } from '../values';
import {
  keptOf,
  leaveOut,
  nameOf,
  nodeOf,
  pluginOf,
  readVariable,
  variableOf,
  type Writing,
} from '../writing';

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
    params: { eventKey: eventKey ?? '', ...(result === undefined ? {} : { resultVariable: result }) },
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

export function writeIterator(
  writing: Writing,
  node: NodeOf<'ITERATOR'>,
  body: (locals: ReadonlyMap<string, string>) => readonly JsonObject[],
): JsonObject {
  const { items, itemVariable, indexVariable, concurrency = 1, merge, collectInto } = node.params;
  const list = /^type\(dyn\((.*?)\)\) == list \? dyn\(\1\) : \[\]$/s.exec(items)?.[1] ?? items;
  const collection = readVariable(list);
  if (collection === undefined)
    leaveOut(
      writing,
      node.id,
      `The items of "${node.id}" are computed; theirs are a variable.`,
      'Compute them into a variable before.',
      '/params/items',
    );
  if (concurrency > 1 || merge !== 'SHARED' || collectInto !== undefined)
    leaveOut(
      writing,
      node.id,
      `Rounds of "${node.id}" run one by one there, on the variables of the pipeline.`,
      'Use merge SHARED for the same here.',
      '/params',
    );
  const renamed = new Map(
    Object.entries(objectAt(keptOf(node), 'items') ?? {}).flatMap(([local, name]) =>
      typeof name === 'string' ? [[local, name] as const] : [],
    ),
  );
  const named = (local: string | undefined): string | undefined =>
    local === undefined ? undefined : (renamed.get(local) ?? local);
  const index = named(indexVariable);
  return nodeOf(writing, node, 'ITERATOR', {
    params: {
      ...(collection === undefined ? {} : { collectionVariable: nameOf(writing, collection) }),
      itemVariable: named(itemVariable) ?? 'item',
      ...(index === undefined ? {} : { indexVariable: index }),
    },
    children: body(renamed),
  });
}

export function writeRetry(
  writing: Writing,
  node: NodeOf<'RETRY'>,
  children: readonly JsonObject[],
): JsonObject {
  const {
    maxAttempts,
    initialIntervalMs = 1_000,
    backoffCoefficient = 2,
    maxIntervalMs,
    jitter,
    nonRetryable,
  } = node.params;
  if (maxIntervalMs !== undefined || jitter !== undefined || nonRetryable !== undefined)
    leaveOut(
      writing,
      node.id,
      `The longest wait, jitter and codes of "${node.id}" are left out.`,
      'Theirs lists what is retried.',
      '/params',
    );
  const kept = objectAt(keptOf(node), 'params');
  const never = listAt(kept, 'retryableErrors').length === 0 && kept?.retryableErrors !== undefined;
  const attempts = never && maxAttempts === 1 ? kept?.maxAttempts : maxAttempts;
  return nodeOf(writing, node, 'RETRY', {
    params: params(node, { maxAttempts: attempts, initialIntervalMs, backoffCoefficient }),
    children,
  });
}
