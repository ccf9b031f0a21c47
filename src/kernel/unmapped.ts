import { isJsonObject, type Json } from '#base';
import type { RunError } from './fact';

/** How many names of a result are told. */
const TOLD = 12;

/** T8: which output could not be read from a result, what that result holds, and what to do. */
export function unmapped(variable: string, result: Json, error: RunError): RunError {
  return {
    ...error,
    message: `The output "${variable}" cannot be filled. ${error.message}`,
    help: `${held(result)} Change the output "${variable}", or let what is called give what it reads.`,
  };
}

function held(result: Json): string {
  if (Array.isArray(result)) return `The result is a list of ${result.length}.`;
  if (!isJsonObject(result)) return `The result is ${result === null ? 'null' : `a ${typeof result}`}.`;
  const names = Object.keys(result);
  if (names.length === 0) return 'The result is an empty object.';
  const more = names.length > TOLD ? ` and ${names.length - TOLD} more` : '';
  return `The result has only ${names.slice(0, TOLD).join(', ')}${more}.`;
}
