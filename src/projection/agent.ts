import { type Address, isJsonObject, type Json, type JsonObject, nodeOf, own } from '#base';
import { criteriaMet, goalTold, objectIn, type Usage } from '#kernel';
import { criteriaOf, isSingle, type NodeOf, type PlanNode, USUAL_TURNS } from '#plan';
import { callInside, ownerOf } from './addresses';
import { moneyText } from './costs';
import { addUsage } from './draft';
import { nodeInRun } from './names';
import { isSettled, type NodeRecord, type RunView, type Span } from './runView';
import { cutText, shortValue } from './shortText';

/** What the card of an agent shows in a run (L11). Plain JSON. */
export interface AgentCard {
  /** As it was told it. */
  readonly goal: string;
  /** What the model is called that it asked last; null before it has asked one, and where its host chooses. */
  readonly model: string | null;
  /** Its last call waits for a person (K15). */
  readonly asks: boolean;
  /** How many turns its attempt has had, and how many it may have. */
  readonly turns: { readonly had: number; readonly most: number };
  readonly meters: readonly AgentMeter[];
  /** What follows where a limit is reached; null while none is. */
  readonly atLimit: string | null;
  readonly lines: readonly TranscriptLine[];
  /** The turn that goes on, which is lit; null once it is over. */
  readonly lit: number | null;
  readonly criteria: readonly AgentCriterion[];
}

/**
 * What an agent has taken of something, and of how much. Tokens and money are limits of its run (K10): what is left for it is what
 * nothing else in the run has taken.
 */
export type AgentMeter =
  | {
      readonly name: 'Turns' | 'Tokens' | 'Money';
      readonly used: string;
      /** Null where there is none. */
      readonly limit: string | null;
      /** From 0 to 1, and beyond where the last call took more than was left. */
      readonly share: number;
    }
  | { readonly name: 'Time'; readonly span: Span; readonly limitMs: number | null };

/** One of the criteria of an agent, as its last verdict left it. */
export interface AgentCriterion {
  readonly text: string;
  /** The turn since which it is met; null while it is open. */
  readonly since: number | null;
  /** Was met in an earlier turn, and is not any more. */
  readonly isLost: boolean;
}

/** One line of what an agent's card tells while it goes on (L11). */
export interface TranscriptLine {
  readonly turn: number;
  readonly kind: 'thought' | 'call' | 'running' | 'waits' | 'seen' | 'trouble' | 'answer' | 'verdict';
  readonly text: string;
}

const LONGEST = 160;

/**
 * The card of an agent that has begun; null before its first turn.
 *
 * @param isPast an earlier position is looked at: its time stands still
 */
export function agentCard(
  node: NodeOf<'AGENT'>,
  address: Address,
  view: RunView,
  isPast: boolean,
): AgentCard | null {
  const record = view.nodes.get(address);
  const turns = agentTurns(node, address, view);
  const last = turns.at(-1);
  if (record === undefined || last === undefined) return null;
  // Limits and criteria are those of one attempt.
  const current = turns.filter(({ key }) => attemptIn(key) === attemptIn(last.key));
  const most = node.params.maxIterations ?? USUAL_TURNS;
  const had = { had: Math.min(last.number, most), most };
  return {
    goal: cutText(goalOf(node, current), LONGEST),
    model: modelOf(current, view),
    asks: last.action?.status === 'waiting',
    turns: had,
    meters: [
      counted('Turns', had.had, most, String),
      ...spentBy(node, address, view),
      timeOf(node, record, view, isPast),
    ],
    atLimit: isSettled(record.status) ? null : whatFollows(node, last.number, view),
    lines: transcriptOf(turns),
    lit: isSettled(record.status) ? null : last.number,
    criteria: criteriaOf(node.params).map((text, index) => criterion(text, index, current)),
  };
}

function attemptIn(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

function modelOf(turns: readonly AgentTurn[], { started }: RunView): string | null {
  const input = turns.findLast(({ thought }) => thought !== null)?.thought?.input;
  const id = isJsonObject(input) ? own(input, 'model') : undefined;
  const model = started?.closure.models.find((one) => one.id === id);
  return model === undefined ? null : (model.name ?? model.model);
}

function goalOf({ params }: NodeOf<'AGENT'>, turns: readonly AgentTurn[]): string {
  const input = turns.find(({ thought }) => thought !== null)?.thought?.input;
  const prompt = isJsonObject(input) ? own(input, 'prompt') : undefined;
  return (typeof prompt === 'string' ? goalTold(prompt) : null) ?? params.goal;
}

function counted(
  name: 'Turns' | 'Tokens' | 'Money',
  used: number,
  limit: number | undefined,
  inWords: (amount: number) => string,
  isAbout = false,
): AgentMeter {
  return {
    name,
    used: `${isAbout ? 'about ' : ''}${inWords(used)}`,
    limit: limit === undefined ? null : inWords(limit),
    share: limit === undefined ? 0 : limit <= 0 ? 1 : used / limit,
  };
}

/** Tokens and money of its calls; what they cost nothing of, and nothing limits, is left out. */
function spentBy(node: NodeOf<'AGENT'>, address: Address, view: RunView): readonly AgentMeter[] {
  const own = callsMadeBy(node, address, view).reduce<Usage>(
    (sum, { record }) => addUsage(sum, record.usage),
    {},
  );
  const { budget, usage } = view;
  const leftOf = (limit: number | undefined, all: number, mine: number) =>
    limit === undefined ? undefined : limit - (all - mine);
  const tokens = tokensIn(own);
  const money = own.microUnits ?? 0;
  const currency = own.currency ?? usage.currency ?? null;
  const inMoney = (microUnits: number) => moneyText({ microUnits: Math.max(0, microUnits), currency });
  const tokenLimit = leftOf(budget.tokens, tokensIn(usage), tokens);
  const moneyLimit = leftOf(budget.microUnits, usage.microUnits ?? 0, money);
  return [
    ...(tokens > 0 || tokenLimit !== undefined
      ? [counted('Tokens', tokens, tokenLimit, inNumber, own.estimated)]
      : []),
    ...(money > 0 || moneyLimit !== undefined
      ? [counted('Money', money, moneyLimit, inMoney, own.estimated)]
      : []),
  ];
}

function tokensIn({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens;
}

function inNumber(amount: number): string {
  const digits = String(Math.max(0, amount));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

function timeOf(node: NodeOf<'AGENT'>, record: NodeRecord, view: RunView, isPast: boolean): AgentMeter {
  const from = record.attempts.at(-1)?.startedAt ?? record.startedAt ?? view.at ?? 0;
  const stopped = isPast ? view.at : null;
  const limitMs = node.timeoutMs ?? timeoutOfSteps(record, view) ?? null;
  return { name: 'Time', span: { from, at: record.endedAt ?? stopped }, limitMs };
}

/** L4: the limit that an executor sets to the steps of its plan. */
function timeoutOfSteps({ address }: NodeRecord, view: RunView): number | undefined {
  const owner = ownerOf(address);
  const around = owner === null ? null : nodeInRun(owner, view);
  return around?.type === 'PLAN_EXECUTOR' ? around.timeoutMs : undefined;
}

function whatFollows({ params }: NodeOf<'AGENT'>, turn: number, { usedUp }: RunView): string | null {
  if (usedUp === 'tokens' || usedUp === 'money')
    return `The run has used up its ${usedUp}. It goes on when its budget is raised.`;
  const most = params.maxIterations ?? USUAL_TURNS;
  if (turn > most) return 'It has had its turns, and answers with what it knows.';
  if (turn < most) return null;
  return params.atLimit === 'answer'
    ? 'This is its last turn. Then it answers with what it knows.'
    : 'This is its last turn. Without an answer in it the agent fails.';
}

function criterion(text: string, index: number, turns: readonly AgentTurn[]): AgentCriterion {
  let since: number | null = null;
  let wasMet = false;
  for (const { number, criteria } of turns) {
    if (criteria === null) continue;
    since = criteria[index] === true ? (since ?? number) : null;
    wasMet ||= since !== null;
  }
  return { text, since, isLost: wasMet && since === null };
}

/** The turns of an agent as lines: what it thought, called, saw, answered, and what was said of it. */
function transcriptOf(turns: readonly AgentTurn[]): readonly TranscriptLine[] {
  return turns.flatMap((turn) =>
    linesOf(turn).map(({ kind, text }) => ({ turn: turn.number, kind, text: cutText(text, LONGEST) })),
  );
}

type Line = Pick<TranscriptLine, 'kind' | 'text'>;

function linesOf(turn: AgentTurn): readonly Line[] {
  const { wanted, action, answer, verdict, reason } = turn;
  const lines: (Line | null)[] = [
    thoughtOf(turn),
    wanted === null ? null : { kind: 'call', text: callText(wanted.tool, wanted.input) },
    action === null ? null : seenOf(action),
    answer === undefined ? null : { kind: 'answer', text: shortValue(answer) },
    verdict === null ? null : verdictOf(turn, reason),
  ];
  return lines.filter((line) => line !== null);
}

/** Of several criteria how many are met; of one whether it is. */
function verdictOf({ criteria }: AgentTurn, reason: string | null): Line | null {
  if (criteria === null) return null;
  const met = criteria.filter(Boolean).length;
  const all = met === criteria.length ? 'met' : 'not met yet';
  const found = criteria.length > 1 && met > 0 ? `${met} of ${criteria.length} met` : all;
  return { kind: 'verdict', text: [found, reason].filter(Boolean).join(': ') };
}

function thoughtOf({ thought, words }: AgentTurn): Line | null {
  if (thought === null) return null;
  if (words !== null) return { kind: 'thought', text: words };
  if (thought.error !== null) return { kind: 'trouble', text: thought.error.message };
  return thought.result === undefined ? { kind: 'thought', text: 'thinking…' } : null;
}

function seenOf({ error, result, status }: NonNullable<AgentTurn['action']>): Line {
  if (error !== null) return { kind: 'trouble', text: error.message };
  if (result !== undefined) return { kind: 'seen', text: shortValue(result) };
  return status === 'waiting'
    ? { kind: 'waits', text: 'waits for you' }
    : { kind: 'running', text: 'running…' };
}

/** `table.filter column: "Year", equals: 2026` */
function callText(tool: string, input: Json): string {
  if (!isJsonObject(input)) return `${tool} ${shortValue(input)}`;
  const fields = Object.entries(input).map(([name, value]) => `${name}: ${shortValue(value)}`);
  return [tool, fields.join(', ')].filter((part) => part !== '').join(' ');
}

/** One turn of an agent (L11): what it thought, did, saw and was told of it. */
export interface AgentTurn {
  /** Its number, behind where the attempt stands. */
  readonly key: string;
  readonly number: number;
  readonly thought: NodeRecord | null;
  /** In its own words; null before they are there. */
  readonly words: string | null;
  /** What it wanted to call; null where it answered. */
  readonly wanted: { readonly tool: string; readonly input: Json } | null;
  /** The call; null where it could not be made. */
  readonly action: NodeRecord | null;
  readonly answer: Json | undefined;
  readonly verdict: NodeRecord | null;
  readonly met: boolean | null;
  /** The same of each of its criteria. */
  readonly criteria: readonly boolean[] | null;
  readonly reason: string | null;
}

/** The turns that an agent has had at a position of its run, of all its attempts, in their order. */
export function agentTurns(node: NodeOf<'AGENT'>, address: Address, view: RunView): readonly AgentTurn[] {
  const turns = new Map<string, Map<string, NodeRecord>>();
  for (const { node: call, record } of callsMadeBy(node, address, view)) {
    const [purpose = '', number = ''] = call.id.split('-');
    const key = `${record.address.slice(0, record.address.lastIndexOf('/'))}/${number}`;
    turns.set(key, (turns.get(key) ?? new Map<string, NodeRecord>()).set(purpose, record));
  }
  return [...turns].map(([key, calls]) => turnOf(node, key, calls));
}

function turnOf(node: NodeOf<'AGENT'>, key: string, calls: ReadonlyMap<string, NodeRecord>): AgentTurn {
  const thought = calls.get('think') ?? null;
  const action = calls.get('act') ?? null;
  const verdict = calls.get('judge') ?? null;
  const said = saidIn(thought);
  const judged = saidIn(verdict);
  const wanted = wantedIn(said);
  const [first = ''] = node.params.tools ?? [];
  const byAuthor = thought === null && action !== null ? { tool: first, input: action.input ?? null } : null;
  const criteria =
    verdict?.result === undefined ? null : criteriaMet(criteriaOf(node.params), own(judged, 'met'));
  return {
    key,
    number: Number(key.slice(key.lastIndexOf('/') + 1)),
    thought,
    words: textOf(own(said, 'thought')),
    wanted: wanted ?? byAuthor,
    action,
    answer: wanted === null ? own(said, 'answer') : undefined,
    verdict,
    met: criteria?.every(Boolean) ?? null,
    criteria,
    reason: textOf(own(judged, 'reason')),
  };
}

function wantedIn(said: JsonObject): AgentTurn['wanted'] {
  const action = own(said, 'action');
  if (!isJsonObject(action)) return null;
  const tool = own(action, 'tool');
  return typeof tool === 'string' ? { tool, input: own(action, 'input') ?? null } : null;
}

/** What a model answered with; nothing before it has. */
function saidIn(record: NodeRecord | null): JsonObject {
  return objectIn(record?.result ?? null);
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whether a node is an agent that thinks. */
export function isThinking(node: PlanNode): node is NodeOf<'AGENT'> {
  return node.type === 'AGENT' && !isSingle(node);
}

/** A call that a node made inside itself, and what became of it. */
export interface InnerCall {
  readonly node: NodeOf<'CAPABILITY'>;
  readonly record: NodeRecord;
}

/** The calls that a node made inside itself (K2), of all its attempts, in the order in which they began. */
export function callsMadeBy(node: PlanNode, address: Address, view: RunView): readonly InnerCall[] {
  const calls: InnerCall[] = [];
  for (const record of view.nodes.values()) {
    if (!record.address.startsWith(address) || ownerOf(record.address) !== address) continue;
    const call = callInside(node, nodeOf(record.address));
    if (call !== null) calls.push({ node: call, record });
  }
  return calls;
}
