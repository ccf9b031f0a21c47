import { canonicalJson, type Json, type JsonObject } from '#base';
import type { PlannerFlavour } from '#plan';
import type { PlannerState } from '../state';
import { ASK_PERSON } from './machineSchema';
import { signatureOf } from './signature';

/** The tools that a prompt shows, each by its signature. What is not allowed is never shown (P8). */
export function toolsText({ catalogue }: PlannerState, flavour: PlannerFlavour): string {
  const asks = flavour === 'state-machine' && !catalogue.has(ASK_PERSON.id) ? [ASK_PERSON] : [];
  const tools = [...catalogue.values(), ...asks];
  return tools.length > 0 ? tools.map(signatureOf).join('\n') : '(no tool is allowed)';
}

/** Names that a step's `output` may write. */
export function writableText({ writable }: PlannerState): string {
  return writable.length > 0 ? writable.join(', ') : '(none: leave "output" out)';
}

/** Names that an expression may read. */
export function variablesText({ variables }: PlannerState): string {
  const names = Object.keys(variables);
  return names.length > 0 ? names.join(', ') : '(none)';
}

/**
 * What is at hand, as data that stands between marks (P13, case E6): the kinds of the variables' values, and what is known
 * of documents and tables. No text in it can close the marks.
 *
 * @param memory as it is shown
 */
export function atHandText({ variables }: PlannerState, memory: JsonObject): string {
  const kinds = Object.entries(variables).map(([name, value]): [string, Json] => [name, kindOf(value)]);
  return fenced({ ...(kinds.length === 0 ? {} : { variables: Object.fromEntries(kinds) }), ...memory });
}

/** JSON that holds no `<`, so that it cannot end the `<data>` around it. */
export function fenced(value: Json): string {
  return canonicalJson(value).replaceAll('<', '\\u003c');
}

/** The values themselves may be large, or private: a plan names them and never needs them. */
function kindOf(value: Json): string {
  if (value === null) return 'nothing yet';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value;
}
