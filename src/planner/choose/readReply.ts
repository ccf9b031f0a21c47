import {
  canonicalJson,
  count,
  type Diagnostic,
  errorsFirst,
  isId,
  isJsonObject,
  itemsIn,
  type Json,
  LIMITS,
  objectsIn,
  own,
  problem,
  utf8Length,
} from '#base';
import {
  type Body,
  bodyHash,
  bodyOfMachine,
  type Catalogue,
  draftOf,
  type Edge,
  isPlanShaped,
  machineDraftOf,
  machineHash,
  type PlanNode,
  readEdge,
  readMachine,
  readNode,
  type StateMachinePlan,
} from '#plan';
import type { PlannerState } from '../contracts';
import { type Candidate, type Candidates, candidatesOf, declineIn } from '../extract/candidatesOf';
import { judge, judgeMachine } from './judge';

/** What became of one reply (P3, P6). `plan` is there only when the verdict is `accepted`. */
export interface ReplyReading {
  readonly verdict: 'accepted' | 'refused';
  readonly plan: Body | null;
  /** The machine that the plan is (M5); absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  readonly problems: readonly Diagnostic[];
  /** Safe normalisations and tolerant-parse repairs, in words, in the order in which they were made. */
  readonly repairs: readonly string[];
  /** The reply is one step and no plan: the planner is to be asked for the next one (P2). */
  readonly oneStep: boolean;
}

/** A candidate with what was made of it. */
interface Judged extends Omit<ReplyReading, 'verdict'> {
  readonly candidate: Candidate;
}

/**
 * How a reply ended, as far as its service said: `whole` where the model stopped by itself, `cut` where it was stopped in
 * the middle. Of a text from anywhere else nobody knows.
 */
export type ReplyEnd = 'whole' | 'cut' | 'unsaid';

/**
 * Reads one reply of a model: extract, parse, shape, validate, check, choose (P3, P4). All candidates are tried; those
 * that are equal after canonicalisation count as one. Exactly one valid is taken, several are refused
 * (`AMBIGUOUS_REPLY`), and with none the problems of the best one are told. A part that cannot be read may belong to the
 * plan, so that nothing is taken beside it.
 *
 * @param text the raw reply, at most 1 MB (`REPLY_TOO_LARGE`)
 * @param ended a reply that is cut is never taken; of lines of a stream either the service or a line has to say that they
 *   are all
 * @returns problems have a code for each kind of defect, and one for a model that declines, in its own words
 *   (`PLAN_DECLINED`): `EMPTY_REPLY`, `NO_PLAN_IN_REPLY`, `TRUNCATED_REPLY`,
 *   `REPLY_NOT_JSON`, `NUMBER_NOT_FINITE`, `BLANK_TOOL`, … and those of `readBody` and `checkBody`
 * @example readReply('{"steps":[{"toolId":"echo","input":{"text":"Hi"}}]}', state).plan?.nodes[0]?.id // 'step-1'
 */
export function readReply(text: string, state: PlannerState, ended: ReplyEnd = 'unsaid'): ReplyReading {
  const bytes = utf8Length(text);
  if (bytes > LIMITS.plannerReplyBytes) return refused([tooLarge(bytes)], []);
  if (text.trim() === '' || text.trim() === '\ufeff') return refused([empty()], []);
  const found = candidatesOf(text);
  if (found.cut)
    return refused(
      [truncated(`It breaks off in the JSON that begins at character ${found.cut.start}.`)],
      found.repairs,
    );
  if (ended === 'cut' || found.candidates.some(({ value }) => saysCut(value)))
    return refused([truncated('The model stopped before it was done.')], found.repairs);
  if (found.unreadable.length > 0) return refused(found.unreadable, found.repairs);
  if (found.unfinished && ended !== 'whole' && declinesOf(found).length === 0)
    return refused(
      [truncated('No line says that the plan is whole.', 'End with the line {"type":"finish"}.')],
      found.repairs,
    );
  return choose(found, state);
}

/** How services say in their own envelope that a model was stopped at its most tokens. */
const CUT = /^(?:length|max_tokens|max_output_tokens|incomplete)$/i;
const ENDS = ['finish_reason', 'finishReason', 'stop_reason', 'done_reason', 'status'] as const;

/** Whether a whole answer of a service stands in the text, which says that it was cut. */
function saysCut(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const answers = [own(value, 'choices'), own(value, 'candidates')].flatMap(objectsIn);
  return [value, ...answers].some((one) =>
    ENDS.some((name) => {
      const said = own(one, name);
      return typeof said === 'string' && CUT.test(said);
    }),
  );
}

function choose(found: Candidates, state: PlannerState): ReplyReading {
  const plans = differentIn(found.candidates.filter(({ value }) => isPlanShaped(value)));
  if (plans.length > LIMITS.replyCandidates) return refused([tooManyPlans(plans.length)], found.repairs);
  const judged = distinct(plans.flatMap((candidate) => judgeCandidate(candidate, state)));
  const valid = judged.filter(({ plan }) => plan !== null);
  const [only, second] = valid;
  const declines = declinesOf(found);
  const [decline] = declines;
  // A plan beside a reason why there is none: one of the two is not meant.
  if (only && (second || decline)) return refused([ambiguous([...valid, ...declines])], found.repairs);
  if (decline) return refused([declined(decline, state)], found.repairs);
  if (only) {
    const { candidate: _candidate, ...reading } = only;
    return { verdict: 'accepted', ...reading, repairs: [...found.repairs, ...only.repairs] };
  }
  const best = judged.toSorted((left, right) => left.problems.length - right.problems.length)[0];
  if (best) return refused(best.problems, [...found.repairs, ...best.repairs]);
  return refused([noPlan(found.candidates.length > 0)], found.repairs);
}

function judgeCandidate(candidate: Candidate, state: PlannerState): readonly Judged[] {
  const machine = machineDraftOf(candidate.value, state.catalogue);
  if (machine !== null) {
    const repairs = [...candidate.repairs, ...machine.repairs];
    const problems = [...candidate.problems, ...machine.problems];
    return [{ candidate, ...judgeMachine({ ...machine, problems }, state), repairs, oneStep: false }];
  }
  const { soFar } = state;
  const taken = soFar?.body.nodes.map(({ id }) => id);
  const draft = draftOf(candidate.value, { ...state, placeholders: true }, taken, soFar?.revision?.named);
  if (draft === null) return [];
  const repairs = [...candidate.repairs, ...draft.repairs];
  const oneStep = candidate.oneStep || draft.oneStep;
  const found = [...candidate.problems, ...draft.problems];
  // Lines that could not be read may be steps that the others name: what is left is no plan that could be judged.
  if (candidate.problems.length > 0) return [{ candidate, plan: null, problems: found, repairs, oneStep }];
  const { plan, problems } = judge({ ...draft, problems: found }, state);
  return [{ candidate, plan, problems, repairs, oneStep }];
}

interface Decline {
  readonly candidate: Candidate;
  readonly reason: string;
}

function declinesOf({ candidates }: Candidates): readonly Decline[] {
  return candidates.flatMap((candidate) => {
    const reason = declineIn(candidate.value);
    return reason === null ? [] : [{ candidate, reason }];
  });
}

/** Candidates that are written alike are one before anybody judges them. */
function differentIn(candidates: readonly Candidate[]): readonly Candidate[] {
  return firstOfEach(
    candidates.filter(({ value }) => declineIn(value) === null),
    ({ value, problems }) => `${problems.length} ${canonicalJson(value)}`,
  );
}

/** Candidates that say the same are one. */
function distinct(judged: readonly Judged[]): readonly Judged[] {
  return firstOfEach(judged, ({ plan, machine, candidate }) => {
    const hash = machine === undefined ? plan && bodyHash(plan) : machineHash(machine);
    return hash ?? canonicalJson(candidate.value);
  });
}

/** Of items with one key the first stands for all. */
function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

function refused(problems: readonly Diagnostic[], repairs: readonly string[]): ReplyReading {
  return { verdict: 'refused', plan: null, problems: told(problems), repairs, oneStep: false };
}

/**
 * Problems as a refusal tells them: errors first, since whoever has room for one tells the first; each with a place, the
 * beginning where nothing better is known; and more than anybody mends at once are counted.
 */
function told(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const placed = errorsFirst(problems).map((one) =>
    Object.keys(one.where).length === 0 ? { ...one, where: { offset: 0 } } : one,
  );
  const more = placed.length - LIMITS.replyProblems;
  if (more <= 0) return placed;
  const message = `There are ${more} more problems; ${LIMITS.replyProblems} are told.`;
  return [
    ...placed.slice(0, LIMITS.replyProblems),
    problem('MORE_PROBLEMS', message, 'Fix these first.', { offset: 0 }),
  ];
}

/** The model's own sentence is the message: whoever shows the problem says who declined. */
function declined({ reason, candidate }: Decline, { leftOut }: PlannerState): Diagnostic {
  const unseen = leftOut?.size ?? 0;
  const help =
    unseen === 0
      ? 'Word the goal differently, allow other tools, or choose another model.'
      : `The prompt had no room for ${count(unseen, 'tool')}. Name the right one in the goal, or allow fewer tools.`;
  const where = { offset: candidate.start };
  return problem('PLAN_DECLINED', reason === '' ? 'It gave no reason.' : reason, help, where);
}

const ONE_OBJECT = 'Reply with exactly one valid JSON object that is a plan, and nothing else.';

function empty(): Diagnostic {
  return problem('EMPTY_REPLY', 'The reply is empty.', ONE_OBJECT);
}

function noPlan(hasJson: boolean): Diagnostic {
  const message = hasJson ? 'The reply holds JSON, but no plan.' : 'The reply holds no plan, only text.';
  return problem('NO_PLAN_IN_REPLY', message, ONE_OBJECT);
}

function truncated(detail: string, help = 'Reply again, with a shorter plan if need be.'): Diagnostic {
  return problem('TRUNCATED_REPLY', `The reply is cut. ${detail}`, help);
}

function tooManyPlans(count: number): Diagnostic {
  const message = `The reply holds ${count} different plans or steps; at most ${LIMITS.replyCandidates} are looked at.`;
  return problem('AMBIGUOUS_REPLY', message, ONE_OBJECT);
}

function tooLarge(bytes: number): Diagnostic {
  return problem(
    'REPLY_TOO_LARGE',
    `The reply has ${bytes} bytes; at most ${LIMITS.plannerReplyBytes} are read.`,
    'Reply with the plan alone.',
  );
}

const POSITIONS_NAMED = 10;

function ambiguous(valid: readonly Pick<Judged, 'candidate'>[]): Diagnostic {
  const places = valid.slice(0, POSITIONS_NAMED).map(({ candidate }) => candidate.start);
  return problem(
    'AMBIGUOUS_REPLY',
    `The reply holds ${valid.length} different plans, at the characters ${places.join(', ')}.`,
    'Reply with exactly one of them.',
    { offset: valid[1]?.candidate.start ?? 0 },
  );
}

/** A plan as far as it could be read of a reply, whatever is wrong with it. Never run. */
interface ReplyDraft {
  readonly body: Body;
  /** The machine that the plan is (M5): then `body` is the one step that would run it. Absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  /** Nodes that stand for steps which are no nodes. */
  readonly unread: ReadonlySet<PlanNode>;
}

/**
 * The plan that a reply would have been, to be looked at beside what was said of it (P6): of the parts of the reply the first
 * that has the shape of a plan, not judged. Edges from or to a step that is not there are left out.
 *
 * @param text the raw reply
 * @param catalogue the tools that its steps may mean
 * @returns null where nothing in it has the shape of a plan, or it is larger than a reply may be
 * @example draftIn('{"steps":[{"toolId":"nope"}]}', new Map())?.body.nodes[0]?.id // 'step-1'
 */
export function draftIn(text: string, catalogue: Catalogue): ReplyDraft | null {
  if (utf8Length(text) > LIMITS.plannerReplyBytes) return null;
  for (const { value } of candidatesOf(text).candidates.slice(0, LIMITS.replyCandidates)) {
    const draft = machineIn(value, catalogue) ?? graphIn(value, catalogue);
    if (draft !== null) return draft;
  }
  return null;
}

function machineIn(value: Json, catalogue: Catalogue): ReplyDraft | null {
  const draft = machineDraftOf(value, catalogue);
  const read = draft && readMachine(draft.plan);
  return read?.ok ? { body: bodyOfMachine(read.value), machine: read.value, unread: new Set() } : null;
}

function graphIn(value: Json, catalogue: Catalogue): ReplyDraft | null {
  const draft = draftOf(value, { catalogue, placeholders: true });
  if (draft === null) return null;
  const unread = new Set<PlanNode>();
  const nodes = new Map<string, PlanNode>();
  const add = (raw: Json): void => {
    const read = readNode(raw);
    const node = read.ok ? read.value : unreadStep(raw, nodes.size);
    if (!read.ok) unread.add(node);
    nodes.set(node.id, node);
  };
  itemsIn(draft.body.nodes).slice(0, LIMITS.planSteps).forEach(add);
  // A reader of steps leaves those out that it cannot read, and says which.
  for (const id of draft.unread.slice(0, LIMITS.planSteps)) add({ id });
  if (nodes.size === 0) return null;
  const edges = itemsIn(draft.body.edges).flatMap((raw) => edgeBetween(raw, nodes));
  return { body: { nodes: [...nodes.values()], edges }, unread };
}

function edgeBetween(raw: Json, nodes: ReadonlyMap<string, PlanNode>): readonly Edge[] {
  const edge = readEdge(raw);
  return edge.ok && nodes.has(edge.value.from) && nodes.has(edge.value.to) ? [edge.value] : [];
}

/** It has the id that its problems name. */
function unreadStep(raw: Json, index: number): PlanNode {
  const said = isJsonObject(raw) ? own(raw, 'id') : undefined;
  const id = typeof said === 'string' && isId(said) ? said : `step-${index + 1}`;
  return { id, type: 'NOTE', name: id, params: { markdown: '' } };
}
