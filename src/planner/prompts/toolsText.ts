import { canonicalJson } from '#base';
import type { PlannerState } from '../state';

/** The allowed tools as a prompt names them: id, what it does, the schema of its input. Nothing else is ever shown (P8). */
export function toolsText(state: PlannerState): string {
  const tools = [...state.catalogue.values()].map(
    ({ id, description, input }) => `- ${id}: ${description}\n  input schema: ${canonicalJson(input)}`,
  );
  return tools.length > 0 ? tools.join('\n') : '(no tool is allowed)';
}

/** Names that a step's `output` may write. */
export function writableText(state: PlannerState): string {
  return state.writable.length > 0 ? state.writable.join(', ') : '(none)';
}

/** Names that an expression may read. */
export function variablesText(state: PlannerState): string {
  const names = Object.keys(state.variables);
  return names.length > 0 ? names.join(', ') : '(none)';
}
