import { type Address, count, errorsFirst, isWithin, within } from '#base';
import {
  type Commit,
  type DefinitionEdit,
  doubtInWords,
  type Entry,
  type Fact,
  type RunPolicy,
  type RunStarted,
  recordIn,
  type TimerCommand,
} from '#kernel';
import { attemptOf, scopeOf } from './addresses';
import { inNamesAt, type Names } from './names';
import type { NodeStatus, RunStatus } from './runView';
import { cutText, shortValue } from './shortText';

/** One line of the ledger view: the fact of a commit, or one of its entries. */
export interface LedgerRow {
  /** Unique in the ledger: seq, then the place in the commit, 0 for the fact. */
  readonly key: string;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly of: 'fact' | 'entry';
  readonly kind: Fact['type'] | Entry['kind'];
  /** `''` where the whole run is meant. */
  readonly address: Address | '';
  readonly label: string;
  /** What the node or the run reads after this line; null where it changes no status. */
  readonly status: NodeStatus | RunStatus | null;
}

/** All parts are optional, and a row must satisfy each that is there. */
export interface LedgerFilter {
  readonly status?: NodeStatus | RunStatus;
  /** A kind, or the beginning of one up to a dot: `node`, `plan.step`. */
  readonly kind?: string;
  /** Looked for in label and address, in any case. */
  readonly text?: string;
  /** Only what happened at this node or inside it. */
  readonly within?: Address;
}

/** The rows of a ledger in its order, each fact before its entries. */
export function ledgerRows(
  commits: readonly Commit[],
  filter: LedgerFilter = {},
  names?: Names,
): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const commit of commits) {
    for (const row of rowsOfCommit(commit, names)) if (passes(row, filter)) rows.push(row);
  }
  return rows;
}

/** The rows of one commit, so that a live ledger can grow without starting again. */
function rowsOfCommit(commit: Commit, names?: Names): readonly LedgerRow[] {
  const { seq, at, fact, entries } = commit;
  const rows: LedgerRow[] = [
    {
      key: `${seq}.0`,
      seq,
      at,
      of: 'fact',
      kind: fact.type,
      address: 'address' in fact ? fact.address : '',
      label: labelOf(fact, names),
      status: null,
    },
  ];
  for (const [index, entry] of entries.entries()) {
    const { kind, address } = entry;
    const label = labelOf(entry, names);
    const key = `${seq}.${index + 1}`;
    rows.push({ key, seq, at, of: 'entry', kind, address, label, status: STATUSES[kind] ?? null });
  }
  return rows;
}

/** Whether a row is shown under a filter. */
export function passes(row: LedgerRow, filter: LedgerFilter): boolean {
  const { status, kind, text, within } = filter;
  if (status !== undefined && row.status !== status) return false;
  if (kind !== undefined && row.kind !== kind && !row.kind.startsWith(`${kind}.`)) return false;
  if (within !== undefined && !isWithin(row.address, within)) return false;
  if (text === undefined || text === '') return true;
  const wanted = text.toLowerCase();
  return row.label.toLowerCase().includes(wanted) || row.address.toLowerCase().includes(wanted);
}

const STATUSES: Partial<Record<Entry['kind'], NodeStatus | RunStatus>> = {
  'run.started': 'running',
  'run.pending': 'pending',
  'run.begun': 'running',
  'run.completed': 'completed',
  'run.failed': 'failed',
  'run.cancelled': 'cancelled',
  'run.paused': 'paused',
  'run.resumed': 'running',
  'run.uncertain': 'uncertain',
  'state.entered': 'running',
  'state.left': 'succeeded',
  'node.started': 'running',
  'node.waiting': 'waiting',
  'node.continued': 'running',
  'node.retrying': 'retrying',
  'node.succeeded': 'succeeded',
  'node.failed': 'failed',
  'node.skipped': 'skipped',
  'node.cancelled': 'cancelled',
  'node.uncertain': 'uncertain',
};

const BY_ID: Names = (address) =>
  address
    .replace(/!.*$/, '')
    .replace(/^.*\//, '')
    .replace(/[@#].*$/, '');

/**
 * A commit, an entry or a fact as one line for people (K9).
 *
 * @param names how nodes are called; by default by their ids
 * @example labelOf(entry) // 'Look it up succeeded: "Nothing found."'
 */
export function labelOf(what: Commit | Entry | Fact, names: Names = BY_ID): string {
  if ('hash' in what) return factLabel(what.fact, names);
  return 'kind' in what ? entryLabel(what, names) : factLabel(what, names);
}

function stepLabel({
  step,
  node,
  state,
  machine,
  problems,
  text = '',
}: Extract<Fact, { type: 'plan.step' }>): string {
  const what = `${machine === undefined ? 'Step' : 'State'} ${step + 1} of the plan`;
  const error = problems.find(({ severity }) => severity === 'error');
  const made = error === undefined ? (node ?? state) : undefined;
  return made === undefined
    ? `${what} was refused: ${(error ?? problems[0])?.message ?? cutText(text)}`
    : `${what} arrived: ${made.name ?? made.id}`;
}

/** What a fork has changed (D3); nothing of any other run. */
function editsOf(started: RunStarted, names: Names): string {
  const record = recordIn(started);
  if (record === null) return '';
  const { set, served, inputs = [], definition = [] } = record;
  const edits = [
    ...Object.entries(set).map(([variable, value]) => `${variable} = ${shortValue(value)}`),
    ...served.flatMap((one) =>
      'output' in one ? [`output of ${names(one.address)} = ${shortValue(one.output)}`] : [],
    ),
    ...inputs.map(({ address, input }) => `input of ${names(address)} = ${shortValue(input)}`),
    ...definition.map((edit) => definitionWords(edit, names)),
  ];
  return edits.length === 0 ? '' : `, changed from position ${record.from.at} on: ${edits.join(', ')}`;
}

function definitionWords(edit: DefinitionEdit, names: Names): string {
  switch (edit.kind) {
    case 'prompt':
      return `prompt of ${names(edit.step)} = ${shortValue(edit.text)}`;
    case 'model':
      return `model of ${names(edit.step)} = ${edit.model}`;
    case 'plan':
      return 'the plan';
  }
}

function factLabel(fact: Fact, names: Names): string {
  switch (fact.type) {
    case 'run.started':
      return `Run started${editsOf(fact, names)}`;
    case 'effect.succeeded':
      return `${called(fact.address, names)} answered: ${shortValue(fact.result)}`;
    case 'effect.failed':
      return `${called(fact.address, names)} failed: ${inNamesAt(fact.error.message, fact.address, names)}`;
    case 'plan.step':
      return stepLabel(fact);
    case 'plan.replied':
      return `${called(fact.address, names)}: reply ${fact.attempt.verdict}, made by ${fact.attempt.madeBy}`;
    case 'timer.fired':
      return `Timer of ${names(fact.address)} fired`;
    case 'answer.given':
      return `Answer for ${names(fact.address)}: ${shortValue(fact.value)}`;
    case 'signal.received':
      return `Signal ${fact.event}: ${shortValue(fact.data)}`;
    case 'dependency.ended':
      return `The run ${fact.runId} has ended: ${fact.status}`;
    case 'run.paused':
      return `Pause (${fact.reason})`;
    case 'run.resumed':
      return 'Resume';
    case 'run.stepped':
      return `Step ${fact.mode}`;
    case 'run.cancelled':
      return fact.reason === undefined ? 'Cancel' : `Cancel: ${fact.reason}`;
    case 'budget.raised':
      return 'Budget raised';
    case 'policy.revoked':
      return `${called(fact.address, names)}: what was allowed for this run is so no longer`;
    case 'effect.uncertain':
      return `${called(fact.address, names)} may or may not have happened`;
    case 'effect.waiting':
      return `${called(fact.address, names)} cannot leave yet: ${fact.message}`;
    case 'effect.left':
      return `${called(fact.address, names)} has what it needs, and leaves`;
    case 'effect.repeated':
      return `${called(fact.address, names)} was cut off and leaves once more`;
    case 'effect.settled':
      return `${called(fact.address, names)} settled by hand: ${SETTLED[fact.as.kind]}`;
  }
}

const SETTLED = { repeat: 'repeat it', done: 'it is done', fail: 'it failed' } as const;

function entryLabel(entry: Entry, names: Names): string {
  if (entry.kind.startsWith('run.')) return runLabel(entry, names);
  const name = called(entry.address, names);
  switch (entry.kind) {
    case 'node.started':
      return `${name} started`;
    case 'node.waiting':
      return `${name} waits for ${WAITS[entry.data.for]}`;
    case 'node.continued':
      return `${name} goes on`;
    case 'node.repeated':
      return `${name} is asked once more: its call was cut off`;
    case 'node.retrying':
      return `${name} failed and will try again in ${entry.data.afterMs} ms: ${inNamesAt(entry.data.error.message, entry.address, names)}`;
    case 'node.succeeded': {
      const { result, handled } = entry.data;
      if (handled !== undefined)
        return `${name} failed and went on: ${inNamesAt(handled.message, entry.address, names)}`;
      return result === undefined ? `${name} succeeded` : `${name} succeeded: ${shortValue(result)}`;
    }
    case 'node.failed':
      return `${name} failed: ${inNamesAt(entry.data.error.message, entry.address, names)}`;
    case 'node.skipped':
      return `${name} was skipped (${entry.data.because})`;
    case 'node.cancelled':
      return `${name} was cancelled`;
    case 'node.uncertain':
      return entry.data.again
        ? `${name} was called by the run before: it asks before it is called again`
        : `${name} may or may not have happened`;
    case 'variable.written':
      return `${entry.data.variable} = ${shortValue(entry.data.value)}, written by ${names(entry.address)}`;
    case 'variable.layered':
      return `${entry.data.variable} = ${shortValue(entry.data.value)}, in the branch of ${names(entry.address)}`;
    case 'plan.opened':
      return `${names(entry.address)} opened plan revision ${entry.data.revision} of ${count(entry.data.plan.nodes.length, 'step')}`;
    case 'plan.judged':
      return judgedLabel(name, entry);
    case 'plan.doubted':
      return `${name} asks its planner for another plan: ${doubtInWords(entry.data.doubt)}`;
    case 'policy.added':
      return `${name}: ${wordsOfRunPolicy(entry.data.policy)} allowed for this run`;
    case 'policy.revoked':
      return `${name}: asks again`;
    case 'plan.chosen':
      return chosenLabel(name, entry);
    case 'plan.full':
      return `${name} asks for no further step: the plan has ${entry.data.steps}, as many as it may`;
    case 'plan.absent':
      return `${name} found no plan in ${entry.data.variable}`;
    case 'plan.refused':
      return `${name} refused the plan: ${errorsFirst(entry.data.problems)[0]?.message ?? 'no reason given'}`;
    case 'guard.passed':
      return `A guard let ${name} pass`;
    case 'signal.taken':
      return `${name} took the signal ${entry.data.event}`;
    case 'signal.dropped':
      return `Nothing here has a use for the event ${entry.data.event}`;
    case 'state.entered':
      return `${name} was entered`;
    case 'state.left':
      return `${name} was left`;
    case 'transition.taken':
      return transitionLabel(name, entry, names);
    case 'event.published':
      return `${entry.address === '' ? 'The run' : name} published ${entry.data.event}: ${shortValue(entry.data.data)}`;
    case 'event.emitted':
      return `${name} emitted ${entry.data.event}: ${shortValue(entry.data.data)}`;
    case 'machine.result':
      return `results.${entry.data.key} = ${shortValue(entry.data.value)}`;
    case 'machine.log':
      return `${entry.data.label ?? name}: ${shortValue(entry.data.message)}`;
    case 'machine.paused':
      return `${name} pauses the plan${entry.data.reason === undefined ? '' : `: ${entry.data.reason}`}`;
    case 'machine.resumed':
      return `${name} goes on with ${shortValue(entry.data.input)}`;
    case 'machine.done':
      return `The machine ended in ${entry.data.state === null ? 'its final states' : name} (${entry.data.outcome})`;
    case 'signal.kept':
      return `The signal ${entry.data.event} is kept until somebody waits for it`;
    case 'served':
      return `${name} ${servedWords(entry)}: nothing is called`;
    case 'late':
      if (entry.data.fact === 'edge') return `${name} had gone on already when another way arrived`;
      return `${name}: ${FACT_WORDS[entry.data.fact] ?? entry.data.fact} came too late and has no effect`;
    case 'refused':
      return `Refused: ${entry.data.problem.message}`;
    case 'command':
      return commandLabel(entry, names);
    default:
      return entry.kind;
  }
}

/** P3: who has chosen among several plans, where that was a model's to do. */
function chosenLabel(name: string, { data }: Extract<Entry, { kind: 'plan.chosen' }>): string {
  const { by, ranked } = data;
  const what = `${name} takes the best of ${count(ranked.length, 'plan')}`;
  if (by === undefined) return what;
  return by.kind === 'model'
    ? `${what}, chosen by a model: ${cutText(by.reason)}`
    : `${what}, chosen by rules: ${cutText(by.because)}`;
}

function judgedLabel(name: string, { data }: Extract<Entry, { kind: 'plan.judged' }>): string {
  const { score, step } = data;
  return score === null
    ? `${name} goes on after "${step}": no model judged what is left`
    : `${name} after "${step}": what is left was judged ${score} of 1`;
}

function servedWords({ data }: Extract<Entry, { kind: 'served' }>): string {
  return 'pin' in data ? 'is pinned' : 'is served from the record';
}

function transitionLabel(
  name: string,
  { address, data: { event, to } }: Extract<Entry, { kind: 'transition.taken' }>,
  names: Names,
): string {
  const cause = event === null ? '' : ` by ${event}`;
  const targets = to.map((state) => names(within(scopeOf(address), state)));
  return to.length === 0 ? `${name} stays${cause}` : `${name} to ${targets.join(', ')}${cause}`;
}

const WAITS = {
  answer: 'an answer',
  approval: 'approval',
  timer: 'its time',
  signal: 'a signal',
  mutex: 'its turn',
  server: 'the time that the server asked for',
  connection: 'a connection',
  file: 'a file',
} as const;

function runLabel(entry: Entry, names: Names): string {
  switch (entry.kind) {
    case 'run.started':
      return 'Run started';
    case 'run.pending':
      return `Run waits for ${entry.data.on.join(', ')}`;
    case 'run.begun':
      return 'Run begins';
    case 'run.completed':
      return 'Run completed';
    case 'run.failed':
      return `Run failed: ${inNamesAt(entry.data.error.message, entry.address, names)}`;
    case 'run.cancelled':
      return 'Run cancelled';
    case 'run.paused': {
      const { reason, of } = entry.data;
      return of === undefined ? `Run paused (${reason})` : `Run paused (${reason}: ${PARTS[of]})`;
    }
    case 'run.resumed':
      return 'Run resumed';
    default:
      return 'Run needs a decision';
  }
}

const PARTS = {
  tokens: 'tokens',
  money: 'money',
  price: 'price not known',
  dynamicSteps: 'steps of plans',
  depth: 'depth of planners',
} as const;

function commandLabel(entry: Extract<Entry, { kind: 'command' }>, names: Names): string {
  const { command } = entry.data;
  const name = called(command.address, names);
  switch (command.kind) {
    case 'call':
      return `${name} calls ${command.capability}`;
    case 'observe':
      return `${name} tells ${command.capability}`;
    case 'evaluate':
      return `${name} evaluates its expression`;
    case 'plan':
      return `${name} asks ${command.model ?? command.flavour} for a plan (call ${command.call})`;
    case 'wait':
      return `${name} asks: ${cutText(command.message, 80)}`;
    case 'timer':
      return timerLabel(name, command);
    case 'listen':
      return `${name} listens for ${command.events.map(({ event }) => event).join(', ')}`;
    case 'cancel':
      return `${name} is withdrawn`;
  }
}

function timerLabel(name: string, timer: TimerCommand): string {
  if (timer.purpose === 'until') return `${name} starts a timer until ${timer.until}`;
  return `${name} starts a timer of ${timer.afterMs} ms (${timer.purpose})`;
}

function called(address: Address, names: Names): string {
  const attempt = attemptOf(address) ?? 1;
  return attempt > 1 ? `${names(address)} (attempt ${attempt})` : names(address);
}

/** What a fact of a node is to people, as far as they meet it: what came too late, for example. */
const FACT_WORDS: Readonly<Record<string, string>> = {
  'effect.succeeded': 'its result',
  'effect.failed': 'its failure',
  'plan.step': 'a step of its plan',
  'plan.replied': 'its reply',
  'timer.fired': 'its time',
  'answer.given': 'the answer',
  'signal.received': 'the signal',
};

/** What a run allows without asking (K15), in plain words: `calls of http.post to api.example.com`. */
export function wordsOfRunPolicy({ capability, host }: Pick<RunPolicy, 'capability' | 'host'>): string {
  return `calls of ${capability}${host === undefined ? '' : ` to ${host}`}`;
}
