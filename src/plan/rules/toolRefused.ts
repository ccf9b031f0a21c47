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

/** P3: a tool that might be named, and that the prompt had no room for: whoever names it asks for it. */
export function toolLeftOut(id: string, where?: Where): Diagnostic {
  return problem(
    'UNKNOWN_TOOL',
    `The tool "${id}" was left out of the prompt, which had no room for it.`,
    'Use one of the tools that the prompt describes now.',
    where,
  );
}
