import { type Diagnostic, didYouMean, problem, type Where } from '#base';
import { asksModel, capabilitiesUsedBy, MODEL_CAPABILITY, toolsNamedBy } from '../graph/calls';
import { allows } from '../hash/planHash';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { ProposedBounds, Rule, Subject } from './rule';

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

/**
 * W2, P3: every capability that a node calls is there. A proposed plan may name only the tools that are allowed to
 * it, and is told the nearest name without ever being given it (case E1).
 */
export const capabilitiesExist: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => [
    ...capabilitiesUsedBy(node).flatMap(({ id, field }) =>
      ofCapability(id, subject, subject.at(node, field)),
    ),
    ...(asksModel(node) ? ofModelCalls(subject, subject.at(node)) : []),
    ...(toolsNamedBy(node) ?? []).flatMap((tool, index) =>
      ofTool(tool, subject, subject.at(node, `/params/tools/${index}`)),
    ),
  ]);

function ofCapability(id: string, { catalogue, proposed }: Subject, where: Where): readonly Diagnostic[] {
  if (proposed !== null) return toolsAreAllowed(id, catalogue, proposed, where);
  if (catalogue.has(id)) return [];
  const help = `${didYouMean(id, catalogue.keys())}Choose one of the list, or add it to the workspace.`;
  return [problem('CAPABILITY_UNKNOWN', `There is no capability "${id}".`, help, where)];
}

/** P3, P8: what a proposed plan calls is there, and is allowed to it. */
export function toolsAreAllowed(
  id: string,
  catalogue: Catalogue,
  proposed: ProposedBounds,
  where: Where,
): readonly Diagnostic[] {
  const allowed = proposed.tools ?? new Set(catalogue.keys());
  if (catalogue.has(id) && allowed.has(id)) return [];
  if (proposed.leftOut?.has(id)) return [toolLeftOut(id, where)];
  const isThere = catalogue.has(id) || isForbidden(id, proposed);
  const help = `${didYouMean(id, [...allowed, ...(proposed.leftOut ?? [])])}${NAME_ALLOWED}`;
  return [toolRefused(id, isThere, where, help)];
}

function isForbidden(id: string, proposed: ProposedBounds | null): boolean {
  return proposed?.forbidden?.has(id) ?? false;
}

/** P8: a proposed plan asks models only where its planner may call them; for an author the host has them or not. */
function ofModelCalls(subject: Subject, where: Where): readonly Diagnostic[] {
  return subject.proposed === null ? [] : ofCapability(MODEL_CAPABILITY, subject, where);
}

/** An allow-list may name what is not there yet only by a pattern. */
function ofTool(pattern: string, { catalogue, proposed }: Subject, where: Where): readonly Diagnostic[] {
  const most = 'A plan has at most the tools of its planner.';
  const matches = [...catalogue.keys()].filter((id) => allows(pattern, id));
  if (matches.length === 0 && !pattern.endsWith('*')) {
    if (proposed?.leftOut?.has(pattern)) return [toolLeftOut(pattern, where)];
    if (isForbidden(pattern, proposed)) return [toolRefused(pattern, true, where, most)];
    const help = `${didYouMean(pattern, catalogue.keys())}Choose one of the list, or a pattern such as "table.*".`;
    return [problem('CAPABILITY_UNKNOWN', `There is no capability "${pattern}".`, help, where)];
  }
  const tools = proposed?.tools;
  const widened = tools ? matches.find((id) => !tools.has(id)) : undefined;
  return widened === undefined ? [] : [toolRefused(widened, true, where, most)];
}
