import { isJsonObject, type Json, type JsonObject, own, plainText } from '#base';
import { toolRefused } from '../rules/toolRefused';
import type { CapabilityDescriptor } from '../schema/capabilityDescriptor';
import { leftOf } from './fields';
import { notRead, read, refused, type StepReading } from './stepReading';
import type { GoalSteps, Tools } from './tools';

/**
 * A step of reference 4: `{goal, primary_tools, success_criteria, context?}`. Where its planner asks for such steps it is an
 * AGENT whose first action is its first tool (P14), or, of mode `single`, one call of that tool. Anywhere else it is such a
 * call too: nobody has said then that steps may ask a model. Whatever becomes of one, the next follows.
 */
export function goalToNode(step: JsonObject, tools: Tools): StepReading {
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
    : callOf(step, descriptor, tools.goalSteps?.files);
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
      ...(maxIterations === undefined ? {} : { maxIterations }),
      ...(models === undefined || models.length === 0 ? {} : { models: [...models] }),
    },
    ...(given === null ? {} : { input: given }),
    onError: 'continue',
    source: leftOf(step, new Set(['goal', 'primary_tools', 'success_criteria', 'step_num'])),
  });
}

function callOf(
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
