import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseJson } from '#base';
import type { ImportOutcome } from '../common/codec';
import { importing } from '../common/report';
import { NO_IMPLEMENTATIONS } from './reading';
import { workspaceOf } from './workspaceOf';

/**
 * Reads an XState v5 configuration as a workspace with a state machine plan (M6): JSON, or the text of a module in
 * which machines are written as literals, which is parsed and never evaluated. Several machines become several plans.
 *
 * @example await importXState('{"id": "light", "initial": "red", "states": {"red": {}}}')
 */
export async function importXState(input: Json | string): Promise<ImportOutcome> {
  if (typeof input !== 'string' || parseJson(input, LIMITS.jsonDepth).ok || !looksLikeModule(input))
    return importConfigurations(input);
  const { importModule } = await import('./module/importModule');
  return importModule(input);
}

/** Text that begins as JSON does, or that has no word of a module, is judged as JSON. */
function looksLikeModule(text: string): boolean {
  return !/^\s*[[{]/.test(text) || /\bcreateMachine\s*(\(|as\b)/.test(text);
}

function importConfigurations(input: Json | string): ImportOutcome {
  return importing(input, (value, report) => {
    if (!isJsonObject(value))
      return report.refuse(
        'XSTATE_INVALID',
        'A machine of XState is a JSON object.',
        'Export it from where it is: JSON.stringify(machine.config), or give the module that defines it.',
        '',
      );
    if (isDefinition(value))
      return report.refuse(
        'XSTATE_DEFINITION',
        'This is what JSON.stringify(machine) gives: the states as XState keeps them, without their eventless transitions.',
        'Give the module that the machine is written in, or JSON.stringify(machine.config).',
        '',
      );
    if (!isMachine(value))
      return report.refuse(
        'XSTATE_NOT_A_MACHINE',
        'This JSON has no states of XState, and nothing that a machine would hear or do.',
        'Give the configuration of a machine: {"initial": "a", "states": {"a": {}}}; or name the format that it is in.',
        '',
      );
    return workspaceOf([{ config: value, name: null, implementations: NO_IMPLEMENTATIONS }], report);
  });
}

const OF_MACHINES = ['states', 'initial', 'on', 'always', 'after', 'invoke', 'entry', 'exit', 'onDone'];
const TYPES: readonly Json[] = ['atomic', 'compound', 'parallel', 'final', 'history'];

/** `machine.definition`, which is also what a machine is as JSON: each state has its key, its order and all transitions. */
function isDefinition(config: JsonObject): boolean {
  return ['key', 'order', 'transitions', 'states'].every((key) => Object.hasOwn(config, key));
}

/** XState itself takes any object for a machine; one that says nothing of one is something else. */
function isMachine(config: JsonObject): boolean {
  return OF_MACHINES.some((key) => Object.hasOwn(config, key)) || TYPES.includes(own(config, 'type') ?? null);
}
