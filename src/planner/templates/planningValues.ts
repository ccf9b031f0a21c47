import type { Json, JsonObject } from '#base';
import { readQuestion } from '#question';
import type { PlannerState } from '../state';

/**
 * What conditions and templates of a planner's document read (P12): goal, transcript, memory with the reading of the
 * goal at `memory.question`, variables, the ids of the allowed capabilities, what may be written, limits.
 */
export function planningValues(state: PlannerState): JsonObject {
  return {
    goal: state.goal,
    transcript: state.transcript.map(({ role, text }) => ({ role, text })),
    memory: { ...state.memory, question: readQuestion(state.goal, state.memory) },
    variables: state.variables,
    catalogue: Object.fromEntries(
      [...state.catalogue].map(([id, one]): [string, Json] => [id, one.description]),
    ),
    writable: state.writable,
    limits: { maxSteps: state.limits.maxSteps, maxDepth: state.limits.maxDepth },
  };
}
