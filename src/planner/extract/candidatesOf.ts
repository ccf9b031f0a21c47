import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseJson,
  problem,
} from '#base';
import { isCall, isStep, streamLineOf } from '#plan';
import { type Block, blocksOf } from './blocksOf';
import { withCallsAsJson } from './markupCalls';
import { parseBlock } from './parseBlock';

/** A value of the reply that may be a plan: one block, or the lines of a stream taken together. */
export interface Candidate {
  /** Where it begins in the reply, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  readonly repairs: readonly string[];
  /** Lines of a stream that could not be read. */
  readonly problems: readonly Diagnostic[];
  /** A stream of one step that does not say that it is whole. */
  readonly oneStep: boolean;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Blocks that are no JSON, and what is left of one outside of all blocks: any of it may belong to the plan. */
  readonly unreadable: readonly Diagnostic[];
  /** The block that breaks off at the very end of the reply. */
  readonly cut: Block | null;
  /** Several lines of a stream, and none says that it is whole. */
  readonly unfinished: boolean;
  readonly repairs: readonly string[];
}

interface Read {
  readonly block: Block;
  /** Where it begins with the name of the tool that it is for. */
  readonly from: number;
  readonly value: Json | undefined;
  readonly repairs: readonly string[];
  readonly problem: Diagnostic | null;
}

/** Everything in a reply that may be a plan, in order (P4). Nothing is judged here. */
export function candidatesOf(reply: string): Candidates {
  const { text: whole, repairs } = unwrapReply(reply);
  const text = withCallsAsJson(whole);
  const { blocks, strayAt } = blocksOf(text);
  const last = blocks.at(-1);
  const cut = last?.truncated && text.slice(last.end).trim() === '' ? last : null;
  const read = blocks.filter((block) => !block.truncated).map((block) => readBlock(block, text));
  const lines = linesOf(read, text);
  const inLines = new Set(lines);
  const single = read.filter((one) => !inLines.has(one));
  const stream = lines.length > 0 ? streamOf(lines) : null;
  return {
    candidates: [...(stream === null ? [] : [stream]), ...single.flatMap(candidateOf)].sort(
      (left, right) => left.start - right.start,
    ),
    unreadable: [
      ...single.flatMap(({ block, problem: found }) => (found && !isProse(block, found) ? [found] : [])),
      // A first attempt that breaks off is forgiven where another follows; later it may be a line of what came before.
      ...blocks.slice(1).flatMap((block) => (block.truncated ? [brokenOff(block)] : [])),
      ...(strayAt === null ? [] : [stray(strayAt)]),
    ],
    cut,
    unfinished:
      stream !== null && lines.length > 1 && !stream.finished && !ALL_TOLD.test(text.slice(stream.end)),
    repairs,
  };
}

/** Brackets of prose, "[1, 2)" or "{the name: of the tool}", hold no texts. */
function isProse({ text }: Block, { code }: Diagnostic): boolean {
  return code === 'REPLY_NOT_JSON' && !/["“”]/.test(text);
}

function brokenOff({ start }: Block): Diagnostic {
  return problem(
    'REPLY_NOT_JSON',
    `The part of the reply that begins at character ${start} is not JSON: it ends too early.`,
    'Reply with exactly one valid JSON object.',
    { offset: start },
  );
}

function stray(offset: number): Diagnostic {
  return problem(
    'REPLY_NOT_JSON',
    `Something is left over at character ${offset}: the JSON before it ends too early, or the JSON around it does not begin.`,
    'Reply with exactly one valid JSON object: look at its brackets and quotes.',
    { offset },
  );
}

function readBlock(block: Block, text: string): Read {
  const from = block.start;
  const parsed = parseBlock(block);
  if (!parsed.ok) return { block, from, value: undefined, repairs: [], problem: parsed.problem };
  const { value, repairs } = parsed.value;
  const tool = isJsonObject(value) ? toolBefore(text, block.start) : null;
  if (tool === null) return { block, from, value, repairs, problem: null };
  return { block, from: tool.from, value: callOfTool(tool.name, value), repairs, problem: null };
}

/**
 * The blocks that are lines of one stream: from the first to the last enveloped line, or bare steps that follow each
 * other with nothing but white space between, and function calls also with the marks of their dialect. Two bare steps with
 * prose between are two proposals instead.
 */
function linesOf(read: readonly Read[], text: string): readonly Read[] {
  const enveloped = read.map(({ value }) => value !== undefined && streamLineOf(value) !== null);
  const first = enveloped.indexOf(true);
  if (first >= 0) {
    const run = read.slice(first, enveloped.lastIndexOf(true) + 1);
    return [...stepsBefore(read, first, text), ...run, ...stepsAfter(read, first + run.length, text)];
  }
  for (let start = 0; start < read.length; start++) {
    if (!isLine(read[start])) continue;
    const run = [read[start], ...stepsAfter(read, start + 1, text)].filter((one) => one !== undefined);
    if (run.length > 1) return run;
    start += run.length - 1;
  }
  return [];
}

function stepsAfter(read: readonly Read[], from: number, text: string): readonly Read[] {
  let end = from;
  while (end < read.length && isLine(read[end]) && touches(read[end - 1], read[end], text)) end++;
  return read.slice(from, end);
}

function stepsBefore(read: readonly Read[], until: number, text: string): readonly Read[] {
  let start = until;
  while (start > 0 && isLine(read[start - 1]) && touches(read[start - 1], read[start], text)) start--;
  return read.slice(start, until);
}

function isLine(one: Read | undefined): boolean {
  return one !== undefined && isJsonObject(one.value) && (isStep(one.value) || isDecline(one.value));
}

function isBareCall(one: Read | undefined): boolean {
  return one !== undefined && isJsonObject(one.value) && isCall(one.value);
}

function touches(before: Read | undefined, after: Read | undefined, text: string): boolean {
  if (!before || !after) return false;
  const between = text.slice(before.block.end, after.from);
  return /^[\s,]*$/.test(between) || (isBareCall(before) && isBareCall(after) && isBetweenCalls(between));
}

function streamOf(lines: readonly Read[]): Candidate & { readonly finished: boolean } {
  const steps: Json[] = [];
  let finished = false;
  for (const { value } of lines) {
    if (value === undefined) continue;
    const line = streamLineOf(value);
    finished ||= line?.kind === 'finish' || isEnd(line?.kind === 'step' ? line.step : value);
    if (line === null) steps.push(value);
    else if (line.kind === 'step') steps.push(line.step);
    // A finish without a result only says that the stream is whole: it needs no END of its own.
    else if (line.kind === 'finish' && line.result !== undefined)
      steps.push({ type: 'finish', result: line.result });
  }
  return {
    start: lines[0]?.block.start ?? 0,
    end: lines.at(-1)?.block.end ?? 0,
    // Calls of one message have no order among them (R13).
    value: lines.length > 1 && lines.every(isBareCall) ? steps : { steps },
    repairs: lines.flatMap(({ repairs }) => repairs),
    problems: lines.flatMap(({ problem }) => (problem ? [problem] : [])),
    oneStep: steps.length === 1 && !finished,
    finished,
  };
}

/** A step that ends the plan says that the stream is whole, as `{"type":"finish"}` does. */
function isEnd(step: Json): boolean {
  const type = isJsonObject(step) ? own(step, 'type') : undefined;
  return type === 'finish' || type === 'END';
}

function candidateOf(one: Read): readonly Candidate[] {
  if (one.value === undefined) return [];
  const { start, end } = one.block;
  return [{ start, end, value: one.value, repairs: one.repairs, problems: [], oneStep: false }];
}

const FENCED = /^```[\w-]*[ \t]*\n([\s\S]*)\n```$/;
/** How often a reply may be wrapped in a JSON string. */
const MOST_WRAPPINGS = 3;

/** The reply without byte order mark, and taken out of the JSON string that some models put it into (case E3). */
function unwrapReply(reply: string): { readonly text: string; readonly repairs: readonly string[] } {
  let text = reply.charCodeAt(0) === 0xfeff ? reply.slice(1) : reply;
  for (let wrapping = 0; wrapping < MOST_WRAPPINGS; wrapping++) {
    const inner = innerText(text.trim());
    if (inner === null)
      return { text, repairs: wrapping === 0 ? [] : ['Read the JSON out of a JSON string.'] };
    text = inner;
  }
  return { text, repairs: ['Read the JSON out of a JSON string.'] };
}

function innerText(trimmed: string): string | null {
  const source = trimmed.startsWith('"') ? trimmed : (FENCED.exec(trimmed)?.[1] ?? '').trim();
  if (!source.startsWith('"') || !source.endsWith('"') || source.length < 2) return null;
  const parsed = parseJson(source, LIMITS.jsonDepth);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : null;
}

/**
 * Function calls as chat templates write them into text: marks around the JSON of each, and in some dialects the name of the
 * tool before its arguments. Marks are ASCII or the fullwidth bars of DeepSeek.
 */
const MARK =
  /<\/?(?:tool_calls?|function_calls?|functioncall|function|tool|action)>|<[|｜][^|｜<>]{1,60}[|｜]>|\[\/?TOOL_CALLS\]|;/g;
/** Where a dialect says that there are no more calls. */
const ALL_TOLD =
  /<\/tool_calls>|<\/function_calls>|<[|｜](?:tool[_▁]calls[_▁](?:section[_▁])?end|END_ACTION|eom_id|eot_id|call)[|｜]>/;

const NAME = '[A-Za-z][\\w.:/-]{0,127}';
/** What stands right before the arguments, where the tool is named outside of them. */
const NAMED_BEFORE: readonly RegExp[] = [
  new RegExp(`<function=(${NAME})>$`),
  new RegExp(`(${NAME})\\[ARGS\\]$`),
  new RegExp(
    `<[|｜]tool[_▁]call[_▁]begin[|｜]>(?:function<[|｜]tool[_▁]sep[|｜]>)?(${NAME})(?:<[|｜]tool[_▁]sep[|｜]>|\\n\`\`\`json)$`,
  ),
  new RegExp(`functions\\.(${NAME}):\\d{1,6}<[|]tool_call_argument_begin[|]>$`),
  new RegExp(`to=functions\\.(${NAME}) ?(?:<[|]constrain[|]> ?json ?)?<[|]message[|]>$`),
];
const LOOK_BEHIND = 300;

/** The tool that is named right before the JSON at a place, and where that begins. */
export function toolBefore(
  text: string,
  at: number,
): { readonly name: string; readonly from: number } | null {
  const before = text.slice(Math.max(0, at - LOOK_BEHIND), at).trimEnd();
  for (const pattern of NAMED_BEFORE) {
    const found = pattern.exec(before);
    if (found !== null) return { name: found[1] ?? '', from: Math.max(0, at - LOOK_BEHIND) + found.index };
  }
  return null;
}

/** The call of a tool by the arguments that stand behind its name. */
export function callOfTool(name: string, input: Json): Json {
  return { name, arguments: input };
}

/** Whether nothing but the marks of calls stands between two of them. */
export function isBetweenCalls(between: string): boolean {
  const rest = between.replace(MARK, '').replaceAll('```json', '').replaceAll('```', '');
  return rest !== between && /^[\s,]*$/.test(rest);
}

/** What of a model's reason is kept, in characters. */
const REASON_LENGTH = 500;

/**
 * The reason with which a reply declines (P13), where it does: a step of type `decline` alone or among others, `{"decline":
 * REASON}`, or a machine of type `decline`. Whoever declines in the middle of a plan does not stand by what came before.
 *
 * @returns null where it does not decline; an empty text where it gives no reason
 * @example declineIn({ steps: [{ type: 'decline', reason: 'No tool sends letters.' }] }) // 'No tool sends letters.'
 */
export function declineIn(value: Json): string | null {
  if (Array.isArray(value)) return firstDecline(value);
  if (!isJsonObject(value)) return null;
  if (isDecline(value)) return reasonOf(own(value, 'reason') ?? own(value, 'text') ?? own(value, 'message'));
  if (own(value, 'plan_type') === 'decline') return reasonOf(own(value, 'description'));
  const steps = own(value, 'steps');
  if (Array.isArray(steps) && steps.length > 0) return firstDecline(steps);
  const said = own(value, 'decline');
  return typeof said === 'string' && !isStep(value) ? reasonOf(said) : null;
}

/** Whether an object is the step that declines: it has no tool, whatever its type is called. */
export function isDecline(value: JsonObject): boolean {
  return own(value, 'type') === 'decline' && !isStep(value);
}

function firstDecline(steps: readonly Json[]): string | null {
  const found = steps.find((step) => isJsonObject(step) && isDecline(step));
  return found === undefined ? null : declineIn(found);
}

function reasonOf(said: Json | undefined): string {
  const line = typeof said === 'string' ? said.replace(/\s+/g, ' ').trim() : '';
  return line.length <= REASON_LENGTH ? line : `${line.slice(0, REASON_LENGTH)} …`;
}
