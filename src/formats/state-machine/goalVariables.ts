import { isJsonObject, isVariableName, type Json, type JsonObject, own } from '#base';
import { compileExpression, holesIn, isReservedName } from '#plan';
import type { ImportReport } from '../common/report';

/** What reads the goal's data in a text of ours. */
const GOAL_DATA = /\bgoal_data\.([A-Za-z_][A-Za-z0-9_]*)/g;

/**
 * The inputs of a machine that came from a plan of theirs, by what its texts read of the goal's data: there nobody declares
 * it, here a run asks for what is declared (V1).
 *
 * @param saved the goal's data of a saved run, whose values are the defaults
 */
export function goalVariables(states: readonly JsonObject[], saved: Json | undefined): readonly JsonObject[] {
  const names = new Set<string>();
  read(states, names);
  const given = isJsonObject(saved) ? saved : {};
  return [...names]
    .filter((name) => isVariableName(name) && !isReservedName(name))
    .map((id) => {
      const value = own(given, id);
      return { id, scope: 'IN', ...(value === undefined ? {} : { default: value }) };
    });
}

/** Templates are read by their holes, conditions whole; what is kept of theirs is neither. */
function read(value: Json | readonly Json[], names: Set<string>, key = ''): void {
  if (typeof value === 'string') for (const source of sourcesIn(value, key)) note(source, names);
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) read(item, names, key);
  else if (isJsonObject(value as Json))
    for (const [name, item] of Object.entries(value as JsonObject))
      if (name !== 'source') read(item, names, name);
}

function sourcesIn(text: string, key: string): readonly string[] {
  if (key === 'when') return compileExpression(text).ok ? [text] : [];
  const holes = holesIn(text);
  return holes.ok ? holes.value.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.source])) : [];
}

function note(source: string, names: Set<string>): void {
  for (const [, name] of source.matchAll(GOAL_DATA)) if (name !== undefined) names.add(name);
}

/** There nobody declares what a goal brings, and what is absent reads as an empty text. */
export function sayInputs(report: ImportReport, plan: string, variables: readonly JsonObject[]): void {
  if (variables.length === 0) return;
  report.recognised('names in goal_data', 'inputs', variables.length);
  const required = variables.flatMap(({ id, default: given }) =>
    given === undefined && typeof id === 'string' ? [`"${id}"`] : [],
  );
  if (required.length === 0) return;
  report.info(
    'GOAL_DATA_REQUIRED',
    `${required.join(', ')} of the goal's data ${required.length === 1 ? 'is an input' : 'are inputs'} that a run must be given here; there, what is absent is an empty text.`,
    'Give an input a default if a run may go without it.',
    '',
    { plan },
  );
}
