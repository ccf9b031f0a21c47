import { type Diagnostic, isJsonObject, type Json, LIMITS, own, parseExactJson } from '#base';
import type { FileContent, Page, Sheet } from '#files';
import type { PlanCommand, RunStarted } from '#kernel';
import { BUILT_IN_PARSERS, type TextDocument, type WorkspaceDocument } from '#plan';
import {
  type PlannerState,
  planOfCreator,
  planOfStepArray,
  type ReplyEnd,
  type ReplyReading,
  readReply,
  type StepReading,
} from '#planner';
import { evaluateJsonata } from './jsonata/evaluate';

/** A document with what is in it. Its kind is that of its content: a PDF is Markdown, lines with tabs are CSV. */
export type ReadDocument = ReadText | ReadSheet;

interface Read {
  readonly id: string;
  readonly name?: string | undefined;
  readonly columns?: TextDocument['columns'];
  /** What was said when its file was read; left out where that was nothing. */
  readonly notes?: readonly Diagnostic[];
}

export interface ReadText extends Read {
  readonly kind: 'text' | 'markdown' | 'csv' | 'json';
  readonly text: string;
  /** Where the pages of a PDF begin. */
  readonly pages?: readonly Page[];
}

interface ReadSheet extends Read {
  readonly kind: 'sheet';
  readonly sheet: Sheet;
}

/** How the reading of a table is followed and ended. */
export interface FollowedReading {
  readonly signal?: AbortSignal | undefined;
  /** So many rows have been read. */
  readonly rows?: ((rows: number) => void) | undefined;
}

/** Reads the documents of workspaces (W8). */
export interface DocumentReader {
  /**
   * A document with its content: the same object for the same document.
   *
   * @param following where this is the first that asks for it
   * @throws CallError `FILE_MISSING`, or why the file cannot be read; the reason of the signal
   */
  read(document: WorkspaceDocument, following?: FollowedReading): Promise<ReadDocument>;
  /** What is in a file that has just been read, so that it is not read again. */
  know(hash: string, content: FileContent): void;
  /** Whether all that it takes to read it is here. */
  isHere(document: WorkspaceDocument): Promise<boolean>;
}

/** Has a capability make something of a raw reply: the creator of a node, or a parser that is none of our expressions. */
type AskOfReply = (capability: string, planText: string) => Promise<Json>;

/** Whether a plan is made of the raw reply by something of the author's, so that it need not have a form that we ask for. */
export function hasOwnReading({ parser, subtreeCreator }: PlanCommand): boolean {
  return parser !== undefined || subtreeCreator !== undefined;
}

/**
 * Makes a plan of a raw reply (P4, P13): by the node's subtree creator, by its parser, else by reading any known shape. A
 * parser's name that nobody has is reference 1's `default`; what that one cannot read may still be a plan of another shape.
 *
 * @throws CallError when the creator, or a parser of the workspace, cannot do its work
 */
export async function readRaw(
  command: PlanCommand,
  started: RunStarted,
  reply: string,
  state: PlannerState,
  ask: AskOfReply,
  signal?: AbortSignal,
  ended: ReplyEnd = 'unsaid',
): Promise<ReplyReading | StepReading> {
  const { parser, subtreeCreator } = command;
  // A reply that was cut, or is too long, is refused before anybody reads it.
  if (ended === 'cut' || reply.length > LIMITS.plannerReplyBytes || reply.trim() === '')
    return readReply(reply, state, ended);
  if (subtreeCreator !== undefined) {
    return planOfCreator(await ask(subtreeCreator, reply), state);
  }
  if (parser === undefined) return readReply(reply, state, ended);
  const own = started.closure.parsers?.find(({ id }) => id === parser);
  if (own === undefined || BUILT_IN_PARSERS.has(parser))
    return planOfStepArray(reply, state) ?? readReply(reply, state, ended);
  if (own.kind === 'jsonata') return readByExpression(own.expression, reply, state, signal);
  return readMade(await ask(own.capability, reply), state);
}

/**
 * What a parser that is an expression makes of a raw reply (P13): JSONata over `reply`, its text, and `value`, what the
 * text says as JSON, null where it is none.
 *
 * @throws CallError when the expression cannot be evaluated
 */
export async function readByExpression(
  expression: string,
  reply: string,
  state: PlannerState,
  signal?: AbortSignal,
): Promise<ReplyReading | StepReading> {
  const value = parseExactJson(reply, LIMITS.jsonDepth);
  // JSON of which something would be lost is refused as any such reply is.
  if (!value.ok && value.problem.code !== 'JSON_INVALID') return readReply(reply, state);
  const seen = { reply, value: value.ok ? value.value : null };
  return readMade(await evaluateJsonata(expression, seen, {}, signal), state);
}

/** What a parser made may bring variables along, as a creator's steps do. */
function readMade(made: Json, state: PlannerState): ReplyReading | StepReading {
  if (isJsonObject(made) && own(made, 'variablesToInject') !== undefined) return planOfCreator(made, state);
  return readReply(typeof made === 'string' ? made : JSON.stringify(made), state);
}
