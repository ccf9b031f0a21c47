import { isJsonObject, type Json, LIMITS, parseJson } from '#base';
import type { ImportOutcome } from '../common/contract';
import { readForeign } from '../common/foreignText';
import { ImportReport } from '../common/report';
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
  return !/^\s*[[{]/.test(text) || /\bcreateMachine\s*\(/.test(text);
}

function importConfigurations(input: Json | string): ImportOutcome {
  const foreign = readForeign(input);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  const report = new ImportReport(foreign.value.warnings);
  const { value } = foreign.value;
  if (!isJsonObject(value)) {
    report.error(
      'XSTATE_INVALID',
      'A machine of XState is a JSON object.',
      'Export it from where it is: JSON.stringify(machine.config), or give the module that defines it.',
      '',
    );
    return report.refused();
  }
  return workspaceOf([{ config: value, name: null, implementations: NO_IMPLEMENTATIONS }], report);
}
