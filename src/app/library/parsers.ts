import { type Diagnostic, LIMITS, problem } from '#base';
import { type Catalogue, checkJsonata, type PlanNode, titleOf, type Workspace } from '#plan';
import { type PlannerState, type ReplyReading, readReply } from '#planner';
import { CallError, readByExpression } from '#runtime';
import { newId } from './items';

export type Parser = Workspace['parsers'][number];

/** What a person wrote; both fields are kept while it is edited, whichever the kind uses. */
export interface ParserDraft {
  readonly name: string;
  readonly kind: Parser['kind'];
  readonly expression: string;
  readonly capability: string;
}

/** What a new parser begins with: steps, from a reply that calls them otherwise. */
const BEGINNING = '{ "steps": [value.todo.{ "toolId": use, "input": with }] }';

/** A reply that the beginning reads: to try it on. */
export const SAMPLE_REPLY = '{"todo": [{"use": "text.say", "with": {"text": "Hello"}}]}';

export function draftOf(parser: Parser | null): ParserDraft {
  return {
    name: parser?.name ?? parser?.id ?? '',
    kind: parser?.kind ?? 'jsonata',
    expression: parser?.kind === 'jsonata' ? parser.expression : parser === null ? BEGINNING : '',
    capability: parser?.kind === 'capability' ? parser.capability : '',
  };
}

/** The parser as it is kept; a new one gets an id made from its name. */
export function parserOf(before: Parser | null, draft: ParserDraft, { parsers }: Workspace): Parser {
  const name = draft.name.trim();
  const id = before?.id ?? newId(name, 'parser', parsers);
  const named = { id, name: name || id };
  return draft.kind === 'jsonata'
    ? { ...named, kind: 'jsonata', expression: draft.expression }
    : { ...named, kind: 'capability', capability: draft.capability };
}

/** What is wrong with what was written; null where it may be kept. */
export function draftProblem(draft: ParserDraft, catalogue: Catalogue): Diagnostic | null {
  if (draft.kind === 'jsonata') {
    if (draft.expression.trim() !== '') return checkJsonata(draft.expression);
    return problem('EXPRESSION_EMPTY', 'There is no expression.', 'Write JSONata over reply and value.');
  }
  if (catalogue.has(draft.capability)) return null;
  const message =
    draft.capability === '' ? 'No capability is named.' : `There is no capability "${draft.capability}".`;
  return problem('CAPABILITY_UNKNOWN', message, 'Choose one of the list.');
}

/** What a line of the list says of a parser. */
export function parserKind(parser: Parser): string {
  return parser.kind === 'jsonata' ? 'JSONata' : parser.capability;
}

/** What became of a reply that a parser was tried on. */
export type Tried =
  | { readonly kind: 'plan'; readonly steps: readonly string[]; readonly injects: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: Diagnostic };

/** Makes a plan of a reply, as a run would; nothing of it runs. Every capability counts as allowed. */
export async function tryParser(expression: string, reply: string, catalogue: Catalogue): Promise<Tried> {
  const state = stateFor(catalogue);
  try {
    if (reply.trim() === '') return triedOf(readReply(reply, state));
    return triedOf(await readByExpression(expression, reply, state));
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    return { kind: 'refused', problem: thrown.diagnostic };
  }
}

function triedOf(reading: ReplyReading & { readonly inject?: object }): Tried {
  if (reading.plan === null) return { kind: 'refused', problem: reading.problems[0] ?? NOTHING };
  const steps = reading.plan.nodes.map(stepWords);
  return { kind: 'plan', steps, injects: Object.keys(reading.inject ?? {}) };
}

function stepWords(node: PlanNode): string {
  if (node.name !== undefined) return node.name;
  return node.type === 'CAPABILITY' ? node.params.capability : titleOf(node);
}

const NOTHING = problem('NO_PLAN_IN_REPLY', 'No plan came of it.', 'Return a plan in a known form.');

function stateFor(catalogue: Catalogue): PlannerState {
  return {
    goal: '',
    transcript: [],
    memory: {},
    variables: {},
    writable: [],
    catalogue,
    forbidden: new Set(),
    limits: { maxSteps: LIMITS.planSteps, maxDepth: LIMITS.plannerDepth },
    depth: 0,
    stepCount: 0,
  };
}
