import { type Diagnostic, problem, type Where } from '#base';

const NAME_ALLOWED = 'Name one of the allowed tools exactly.';

/**
 * P3, P8: a tool that a proposed plan cannot have. That it is not there and that it is not allowed are told apart: the one
 * is a name to be corrected, the other a right that somebody can give.
 */
export function toolRefused(id: string, isThere: boolean, where?: Where, help = NAME_ALLOWED): Diagnostic {
  if (!isThere) return problem('UNKNOWN_TOOL', `There is no tool "${id}".`, help, where);
  return problem('TOOL_NOT_ALLOWED', `The tool "${id}" is not allowed here.`, help, where);
}
