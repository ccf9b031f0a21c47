import {
  type Diagnostic,
  err,
  isCapabilityId,
  isId,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  own,
  parseExactJson,
  plainText,
  present,
  problem,
  type Result,
} from '#base';
import { toolRefused } from '../rules/capabilitiesExist';
import type { CapabilityDescriptor, Catalogue } from '../schema/capabilityDescriptor';
import { CALL_FIELDS, callOf, isCall, isGoalStep, isNodeType } from './calls';
import { AFTER_FIELDS, firstOf, INPUT_FIELDS, leftOf, NAME_FIELDS, TOOL_FIELDS, textIn } from './outline';
import { isPlaceholder } from './placeholders';

/** P14: what becomes of steps that are goals, where their planner asks for such. */
export interface GoalSteps {
  /** `guided`: an agent works towards each; `single`: each is one call of its first tool. */
  readonly mode: 'guided' | 'single';
  /** Most turns of each agent, and the models that it may ask. */
  readonly maxIterations?: number;
  readonly models?: readonly string[];
  /** What tools that take files are given, as templates over the variables of the plan around. */
  readonly files?: readonly Json[];
}

/** The tools that steps are read with. */
export interface Tools {
  readonly catalogue: Catalogue;
  /** Ids of capabilities that are there besides, and that the steps may not name; absent where nobody knows. */
  readonly forbidden?: ReadonlySet<string>;
  /** Whether a text that other systems write for the result of a step is one (P4): in a planner's reply it is. */
  readonly placeholders?: boolean;
  /** Absent where steps are asked for that name their tools with inputs. */
  readonly goalSteps?: GoalSteps;
}

/** Of a reader that knows of no tool. */
export const NO_TOOLS: Tools = { catalogue: new Map() };

/** A step as a node of ours without its id, or the reason why it is none. Repairs are told in words. */
export interface StepReading {
  readonly node: JsonObject | null;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
}

function read(node: JsonObject, repairs: readonly string[] = []): StepReading {
  return { node, repairs, problems: [] };
}

function refused(code: string, message: string, help: string): StepReading {
  return notRead(problem(code, message, help));
}

function notRead(reason: Diagnostic): StepReading {
  return { node: null, repairs: [], problems: [reason] };
}

/**
 * A step of reference 4: `{goal, primary_tools, success_criteria, context?}`. Where its planner asks for such steps it is an
 * AGENT whose first action is its first tool (P14), or, of mode `single`, one call of that tool. Anywhere else it is such a
 * call too: nobody has said then that steps may ask a model. Whatever becomes of one, the next follows.
 */
function goalToNode(step: JsonObject, tools: Tools): StepReading {
  const named = own(step, 'primary_tools');
  const list = (Array.isArray(named) ? named : [named]).filter((one) => one !== undefined);
  const [first] = list;
  if (typeof first !== 'string' || first.trim() === '') {
    return refused('BLANK_TOOL', 'A step names no tool in "primary_tools".', 'Name an allowed tool there.');
  }
  const goals = own(step, 'mode') === 'single' ? undefined : tools.goalSteps;
  const called = goals?.mode === 'guided' ? list.map(plainText) : [first];
  for (const id of called)
    if (!tools.catalogue.has(id)) return notRead(toolRefused(id, tools.forbidden?.has(id) ?? false));
  const descriptor = tools.catalogue.get(first);
  if (descriptor === undefined) return notRead(toolRefused(first, false));
  return goals?.mode === 'guided'
    ? agentOf(step, called, descriptor, goals)
    : goalCallOf(step, descriptor, tools.goalSteps?.files);
}

function agentOf(
  step: JsonObject,
  tools: readonly string[],
  first: CapabilityDescriptor,
  { maxIterations, models, files = [] }: GoalSteps,
): StepReading {
  const criteria = plainText(own(step, 'success_criteria') ?? '');
  const given = filesFor(first, files);
  // Tools that take no files are told of them in words, and the agent hands them on as it sees fit.
  const unsaid = files.length === 0 || given !== null ? '' : `\nFiles: ${files.map(plainText).join(', ')}`;
  return read({
    type: 'AGENT',
    name: plainText(step.goal),
    params: {
      goal: `${goalText(step)}${unsaid}`,
      tools: [...tools],
      first: 'tool',
      ...(criteria === '' ? {} : { successCriteria: criteria }),
      ...present({ maxIterations }),
      ...(models === undefined || models.length === 0 ? {} : { models: [...models] }),
    },
    ...(given === null ? {} : { input: given }),
    onError: 'continue',
    source: leftOf(step, new Set(['goal', 'primary_tools', 'success_criteria', 'step_num'])),
  });
}

function goalCallOf(
  step: JsonObject,
  descriptor: CapabilityDescriptor,
  files: readonly Json[] = [],
): StepReading {
  const { id } = descriptor;
  const parameter = onlyTextOf(descriptor);
  if (parameter === null) return needsAgent(id);
  const node = {
    type: 'CAPABILITY',
    params: { capability: id },
    input: { [parameter]: goalText(step), ...filesFor(descriptor, files) },
    onError: 'continue',
    name: plainText(step.goal),
    source: leftOf(step, new Set(['goal', 'step_num'])),
  };
  return read(node, [`Gave the goal of the step to "${id}" as its "${parameter}".`]);
}

/** Files go to the tools that say they take some. */
function filesFor({ input }: CapabilityDescriptor, files: readonly Json[]): JsonObject | null {
  const properties = own(input, 'properties');
  const takes = isJsonObject(properties) && own(properties, 'files') !== undefined;
  return takes && files.length > 0 ? { files: [...files] } : null;
}

/** The one required parameter of a tool, when it is a text; null otherwise. */
export function onlyTextOf({ input }: Pick<CapabilityDescriptor, 'input'>): string | null {
  const { required, properties } = input;
  if (!Array.isArray(required) || required.length !== 1 || !isJsonObject(properties)) return null;
  const [name] = required;
  const schema = typeof name === 'string' ? own(properties, name) : undefined;
  return isJsonObject(schema) && schema.type === 'string' && typeof name === 'string' ? name : null;
}

function goalText(step: JsonObject): string {
  const context = own(step, 'context');
  return typeof context === 'string' && context !== ''
    ? `${plainText(step.goal)}\n${context}`
    : plainText(step.goal);
}

function needsAgent(tool: string): StepReading {
  return refused(
    'AGENT_UNAVAILABLE',
    `A step gives only a goal for "${tool}", which needs more than one text.`,
    'Propose a step of type "tool" with "toolId" and the whole "input".',
  );
}

/** What a planner inside a reply of reference 1 may say beside its `params`, instead of in them. */
const BESIDE = ['modelPluginRef', 'treeBuilder', 'userQueryVariable', 'resultVariable'] as const;

/** Whether an entry of a reply of reference 1 is a planner, which plans when it is reached (reference 6, 1.3). */
export function isSubPlanner(entry: JsonObject): boolean {
  const type = own(entry, 'type');
  return typeof type === 'string' && type.trim().toUpperCase() === 'PLANNER';
}

/** What such an entry says: its `params`, and those of them that stand beside. */
export function subPlannerSays(entry: JsonObject): JsonObject {
  const params = own(entry, 'params');
  const beside = BESIDE.flatMap((key) => {
    const value = own(entry, key);
    return typeof value === 'string' ? [[key, value] as const] : [];
  });
  return { ...Object.fromEntries(beside), ...(isJsonObject(params) ? params : {}) };
}

/**
 * The parameters of our PLANNER for it. With a model it asks for a plan by the question in its variable; without one it reads
 * the text that is in a variable already.
 *
 * @example subPlannerParams({ modelPluginRef: 'PEN' }).goal // '{{ userQuery }}'
 */
export function subPlannerParams(says: JsonObject): JsonObject {
  const text = (key: string): string | undefined => {
    const value = own(says, key);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const model = text('modelPluginRef');
  const parser = text('parser') ?? text('treeBuilder') ?? 'default';
  const asks = {
    ...(model !== undefined && isId(model) ? { models: [model] } : {}),
    goal: `{{ ${text('userQueryVariable') ?? 'userQuery'} }}`,
    resultVariable: text('resultVariable') ?? '__planner_result',
  };
  const reads = { planInputVariable: text('planInputVariable') ?? '__planner_result' };
  return { planner: 'llm', ...(model === undefined ? reads : asks), parser, execute: 'inline' };
}

/** Fields that say which step it is and what it follows: read by `assemble`. */
const PLACE = new Set(['id', 'nodeId', 'step_num', ...AFTER_FIELDS]);

/** Of these fields, those that were read of a step; another spelling beside them was not. */
function placesIn(step: JsonObject): readonly string[] {
  const id = own(step, 'id') === undefined ? 'nodeId' : 'id';
  const after = firstOf(step, AFTER_FIELDS);
  return after === null ? [id] : [id, after.name];
}

/** Turns one step of any shape into a node (P4): tool, message, finish, internal, a call, a goal, or our own. */
export function stepToNode(step: Json, tools: Tools): StepReading {
  if (!isJsonObject(step)) return refused('STEP_UNREADABLE', 'This step is no object.', STEP_HELP);
  if (isNodeType(step.type) && !hasForeignTool(step)) return ownNode(step);
  if (isGoalStep(step)) return goalToNode(step, tools);
  const control = controlIn(step);
  if (control !== undefined)
    return refused(
      'STEP_UNREADABLE',
      `"${control}" says whether, how often or with which others this step runs, and steps in a list cannot say that.`,
      `Leave "${control}" out, or write the plan as {"nodes": […], "edges": […]} with a node of type SWITCH, LOOP or ITERATOR.`,
    );
  if (isCall(step)) {
    const { name, input } = callOf(step);
    return toolNode(step, name, input, CALL_FIELDS);
  }
  if (step.type === 'message') return messageNode(step);
  if (step.type === 'finish') return finishNode(step);
  if (step.type === 'internal') return internalNode(step);
  if (isSubPlanner(step)) return plannerNode(step);
  const tool = firstOf(step, TOOL_FIELDS);
  if (tool === null && step.type !== 'tool') {
    return refused('STEP_UNREADABLE', 'This step names no tool and has no type that is known.', STEP_HELP);
  }
  const input = inputFieldOf(step);
  const fields = new Set([tool?.name ?? '', input?.name ?? '', 'type']);
  const reading = toolNode(step, tool?.value, input?.value, fields);
  if (typeof step.type !== 'string' || TOOL_TYPES.has(step.type)) return reading;
  return {
    ...reading,
    repairs: [`Read a step of type "${step.type}" as one that calls a tool.`, ...reading.repairs],
  };
}

/** What formats call a step that calls a tool. */
const TOOL_TYPES: ReadonlySet<string> = new Set([
  'tool',
  'PLUGIN',
  'STAGE',
  'function',
  'function_call',
  'tool_use',
]);

/** What other systems call a condition, a repetition, or steps inside a step. Left out, another plan would run than was meant. */
const CONTROLS: ReadonlySet<string> = new Set(
  'if unless when condition runif onlyif skip skipif disabled enabled repeat times loop while until foreach steps substeps children then else'.split(
    ' ',
  ),
);

/** The first such field that says more than that the step runs once. */
function controlIn(step: JsonObject): string | undefined {
  return Object.keys(step).find((key) => {
    const name = key.replaceAll('_', '').toLowerCase();
    return CONTROLS.has(name) && !runsOnce(name, own(step, key));
  });
}

function runsOnce(name: string, value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '' || value === 1) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'boolean') return false;
  return value === ['if', 'when', 'condition', 'runif', 'onlyif', 'enabled'].includes(name);
}

const STEP_HELP = 'Write {"id": "…", "type": "tool", "toolId": "…", "input": {…}}.';

/** Reference 1 writes `type: "PLANNER"` beside a `toolId`: then it is not our node yet. */
function hasForeignTool(step: JsonObject): boolean {
  return TOOL_FIELDS.slice(0, 3).some((field) => Object.hasOwn(step, field));
}

function ownNode(step: JsonObject): StepReading {
  const capability = own(step, 'capability');
  const place = leftOf(step, new Set([...PLACE, 'capability']));
  if (step.type === 'CAPABILITY' && typeof capability === 'string' && own(step, 'params') === undefined) {
    const repair = 'Moved "capability" into the parameters of its node.';
    return read({ ...place, params: { capability } }, [repair]);
  }
  return read(leftOf(step, PLACE));
}

function toolNode(
  step: JsonObject,
  tool: Json | undefined,
  input: Json | undefined,
  fields: ReadonlySet<string>,
): StepReading {
  if (tool === undefined || tool === null || (typeof tool === 'string' && tool.trim() === '')) {
    const help = 'Name one of the allowed tools in "toolId", exactly as it is written.';
    return refused('BLANK_TOOL', 'A step names no tool.', help);
  }
  if (typeof tool !== 'string') return refused('STEP_UNREADABLE', 'A tool is named by text.', STEP_HELP);
  const repairs: string[] = [];
  // Reference 1 writes plugins with spaces; nothing else about a name is ever changed (case E1).
  const capability = tool.trim().replaceAll(' ', '_');
  if (capability !== tool) repairs.push(`Read the tool "${tool}" as "${capability}".`);
  if (!isCapabilityId(capability)) return notRead(toolRefused(tool, false));
  const read = readInput(input, step);
  if (!read.ok) return notRead(read.problem);
  const isMapped = input === undefined && Array.isArray(own(step, 'inputMappings'));
  const used = isMapped ? new Set([...fields, 'inputMappings']) : fields;
  const node = {
    type: 'CAPABILITY',
    params: { capability },
    ...present({ input: read.value.input }),
    ...commonFields(step, used, capability === tool ? {} : { toolId: tool }),
  };
  return { node, repairs: [...repairs, ...read.value.repairs], problems: [] };
}

/** Arguments may be given as text, which is JSON as a whole or a hole (V3). */
function readInput(
  input: Json | undefined,
  step: JsonObject,
): Result<{ readonly input: Json | undefined; readonly repairs: readonly string[] }, Diagnostic> {
  const mappings = own(step, 'inputMappings');
  if (input === undefined && Array.isArray(mappings)) return ok({ input: mapped(mappings), repairs: [] });
  if (typeof input !== 'string' || !/^\s*\{(?!\{)/.test(input) || isPlaceholder(input))
    return ok({ input, repairs: [] });
  const parsed = parseExactJson(input, LIMITS.jsonDepth);
  if (parsed.ok)
    return ok({ input: parsed.value, repairs: ['Read arguments that were given as a JSON string.'] });
  const { code, message, help, where } = parsed.problem;
  const cause = code === 'JSON_INVALID' ? 'ARGUMENTS_NOT_JSON' : code;
  return err(problem(cause, `The arguments of a step are a text: ${message}`, help, where));
}

/** A dynamic step of reference 1: parameter ← variable. */
function mapped(mappings: readonly Json[]): JsonObject {
  return Object.fromEntries(
    mappings
      .filter(isJsonObject)
      .map((one) => [plainText(one.pluginParameter ?? ''), `{{ ${plainText(one.variable ?? 'null')} }}`]),
  );
}

/** Variable ← parameter of the result, of the same dynamic step. */
function outputOf(step: JsonObject): Json | undefined {
  const mappings = own(step, 'outputMappings');
  if (!Array.isArray(mappings)) return own(step, 'output');
  return Object.fromEntries(
    mappings
      .filter(isJsonObject)
      .map((one) => [plainText(one.variable ?? ''), `result.${plainText(one.pluginParameter ?? '')}`]),
  );
}

/**
 * What every converted step keeps: its name, our own fields, and all the rest under `source`.
 *
 * @param more what of a field that was read has no place in the node
 */
function commonFields(step: JsonObject, fields: ReadonlySet<string>, more: JsonObject = {}): JsonObject {
  const label = NAME_FIELDS.find((field) => !fields.has(field) && isWord(own(step, field)));
  const output = outputOf(step);
  const kept = ['timeoutMs', 'retry', 'onError'].filter((field) => Object.hasOwn(step, field));
  const mapped = Array.isArray(own(step, 'outputMappings')) ? 'outputMappings' : 'output';
  const read = [...fields, ...placesIn(step), ...(label === undefined ? [] : [label]), ...kept, mapped];
  const source = { ...leftOf(step, new Set(read)), ...more };
  return {
    ...(label === undefined ? {} : { name: own(step, label) ?? null }),
    ...present({ output }),
    ...Object.fromEntries(kept.map((field) => [field, own(step, field) ?? null])),
    ...(Object.keys(source).length === 0 ? {} : { source }),
  };
}

function isWord(value: Json | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function messageNode(step: JsonObject): StepReading {
  const content = inputFieldOf(step) ?? firstOf(step, ['text', 'content', 'message']);
  const text = textIn(content?.value);
  if (text === null) {
    const help = 'Put the text of the message into "input".';
    return refused('MESSAGE_EMPTY', 'A message step has no text.', help);
  }
  const fields = new Set(['type', content?.name ?? '']);
  const value = content?.value ?? null;
  // What stands beside the text is kept with it.
  const said = isJsonObject(value) && Object.keys(value).length > 1 ? { input: value } : {};
  return read({
    type: 'CAPABILITY',
    params: { capability: 'text.say' },
    input: { text },
    ...commonFields(step, fields, said),
  });
}

function finishNode(step: JsonObject): StepReading {
  const result = firstOf(step, ['result', ...INPUT_FIELDS]);
  const params = result === null || result.value === null ? {} : { result: result.value };
  return read({ type: 'END', params, ...commonFields(step, new Set(['type', result?.name ?? ''])) });
}

function internalNode(step: JsonObject): StepReading {
  const input = inputFieldOf(step);
  const outer = own(step, 'expression');
  if (typeof outer === 'string') return transform(step, outer, new Set(['type', 'expression']));
  const inner = isJsonObject(input?.value) ? own(input.value, 'expression') : undefined;
  if (typeof inner !== 'string' || input === null || !isJsonObject(input.value))
    return transform(step, 'null', new Set(['type']));
  const beside = leftOf(input.value, new Set(['expression']));
  const more = Object.keys(beside).length === 0 ? {} : { [input.name]: beside };
  return transform(step, inner, new Set(['type', input.name]), more);
}

function transform(
  step: JsonObject,
  expression: string,
  fields: ReadonlySet<string>,
  more: JsonObject = {},
): StepReading {
  return read({ type: 'TRANSFORM', params: { expression }, ...commonFields(step, fields, more) });
}

/** Reference 1: a planner inside the plan. Its prompt is its goal; without one it is the question in its variable. */
function plannerNode(step: JsonObject): StepReading {
  const tool = firstOf(step, TOOL_FIELDS);
  const input = firstOf(step, ['input', 'inputs']);
  const prompt = textIn(input?.value);
  const says = subPlannerSays(step);
  const params = subPlannerParams(says);
  const fields = new Set([
    'type',
    'params',
    tool?.name ?? '',
    prompt === null ? '' : (input?.name ?? ''),
    ...Object.keys(says),
  ]);
  const { planInputVariable: _, ...asks } = params;
  return read({
    type: 'PLANNER',
    ...(typeof tool?.value === 'string' ? { name: tool.value } : {}),
    params: prompt === null ? params : { ...asks, goal: prompt },
    ...commonFields(
      step,
      fields,
      own(step, 'params') === undefined ? {} : { params: own(step, 'params') ?? null },
    ),
  });
}

/** `params` is an object of node parameters in reference 1 and an input in others: an input only when alone. */
function inputFieldOf(step: JsonObject): { readonly name: string; readonly value: Json } | null {
  return firstOf(step, INPUT_FIELDS);
}
