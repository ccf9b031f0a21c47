import { isJsonObject, type JsonObject, own, plainText } from '#base';
import { toolRefused } from '../rules/toolRefused';
import type { CapabilityDescriptor } from '../schema/capabilityDescriptor';
import { leftOf } from './fields';
import { notRead, read, refused, type StepReading } from './stepReading';
import type { Tools } from './tools';

/**
 * A step of reference 4: `{goal, primary_tools, success_criteria, context?}`. Only its first tool runs, once; that is
 * a CAPABILITY when the tool takes nothing but one text, which then is the goal. Anything else needs an agent that
 * chooses the arguments, and is refused until there is one.
 */
export function goalToNode(step: JsonObject, { catalogue, forbidden }: Tools): StepReading {
  const tools = own(step, 'primary_tools');
  const first = Array.isArray(tools) ? tools[0] : tools;
  if (typeof first !== 'string' || first.trim() === '') {
    return refused('BLANK_TOOL', 'A step names no tool in "primary_tools".', 'Name an allowed tool there.');
  }
  const descriptor = catalogue.get(first);
  if (descriptor === undefined) return notRead(toolRefused(first, forbidden?.has(first) ?? false));
  const parameter = onlyTextOf(descriptor);
  if (parameter === null) return needsAgent(first);
  const node = {
    type: 'CAPABILITY',
    params: { capability: first },
    input: { [parameter]: goalText(step) },
    onError: 'continue',
    name: plainText(step.goal),
    source: leftOf(step, new Set(['goal', 'step_num'])),
  };
  return read(node, [`Gave the goal of the step to "${first}" as its "${parameter}".`]);
}

/** The one required parameter of a tool, when it is a text; null otherwise. */
export function onlyTextOf(descriptor: CapabilityDescriptor): string | null {
  const { required, properties } = descriptor.input;
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
