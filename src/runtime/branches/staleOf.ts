import {
  type Address,
  canonicalJson,
  type Diagnostic,
  type Hash,
  type Json,
  ok,
  present,
  type Result,
  withoutAttempt,
} from '#base';
import {
  type Closure,
  type Command,
  type Commit,
  modelAskedBy,
  type Pin,
  type Pinned,
  type Recorded,
  type Reuse,
  type RunStarted,
  recordIn,
} from '#kernel';
import { allows, type FileDocument, fieldsOf, namesIn, nodeHash, type PlanNode, type Workspace } from '#plan';
import { catalogueOf } from '../closure';
import { byReference, isSameDocument } from '../documents';
import { firstFact } from '../firstFact';
import { reads, startOf } from '../missingFiles';
import type { Capabilities } from '../ports';
import { Doubts } from './doubts';
import { type Answered, type Rerun, rerun } from './rerun';
import { type StepSeen, Steps } from './steps';

/** What a step names besides its own definition. */
type NamedThing = 'capability' | 'prompt' | 'planner' | 'parser' | 'feature' | 'model' | 'document';

/**
 * Why a recorded success does not hold any more (D11), the first that differs:
 * - `definition`: its node is defined otherwise
 * - `settings`: so it is, but it asks the same, and its answer is used again (K8)
 * - `named`: what it names is; `name` is what people call that
 * - `pin`: it was pinned and is not, or is pinned to something else now
 * - `input`: it would be given another input; of a step that asks nobody: it would come to something else
 * - `unreached`: the run would not come to it
 * - `before`: nothing differs as far as is known, but its input depends on `step`, which is called again, and nobody knows what that will
 *   answer
 */
export type StaleBecause =
  | { readonly kind: 'definition' | 'settings' | 'pin' | 'input' | 'unreached' }
  | { readonly kind: 'named'; readonly what: NamedThing; readonly name: string }
  | { readonly kind: 'before'; readonly step: Address };

/** By the address of a step, without attempt; what is not in it holds. */
export type StaleSteps = ReadonlyMap<Address, StaleBecause>;

/** A run, and what it would be run with now. */
interface StaleQuestion {
  /** The whole ledger, in order. */
  readonly commits: readonly Commit[];
  readonly workspace: Workspace;
  readonly capabilities: Capabilities;
  readonly pins: readonly Pin[];
}

/**
 * Which recorded successes of a run are stale (D11), found by making the run once more with what there is now and the answers that it
 * was given. Nothing is called.
 *
 * @returns the reasons, or why the plan cannot run as it stands
 */
export function staleOf(question: StaleQuestion): Result<StaleSteps, readonly Diagnostic[]> {
  const finding = findStale(question);
  for (;;) {
    const next = finding.next();
    if (next.done) return next.value;
  }
}

/** The same in small steps, for a page that has other things to do. */
export function* findStale({
  commits,
  workspace,
  capabilities,
  pins,
}: StaleQuestion): Generator<void, Result<StaleSteps, readonly Diagnostic[]>> {
  const then = startOf(commits);
  const plan = then?.closure.plans[0]?.id;
  // Of what a simulation says nothing has happened (H4).
  if (then === null || plan === undefined || then.simulated) return ok(new Map());
  const { reuse: _reuse, stop: _stop, dependsOn: _dependsOn, simulated: _simulated, ...rest } = then;
  const begun = { ...rest, workspace, plan, pins, budget: {}, paused: false };
  const now = firstFact(begun, catalogueOf(workspace, capabilities));
  if (!now.ok) return now;
  if (isEqual(then.closure, now.value.closure) && isEqual(pinsOf(then), pinsOf(now.value)))
    return ok(new Map());
  const all = yield* rerun(withEdits(now.value, then, 'all'), commits, 'all');
  const same = yield* rerun(withEdits(now.value, then, 'same'), commits, 'same');
  const entries = commits.flatMap((commit) => commit.entries);
  return ok(
    compare(new Steps(entries, then), new Steps(all.entries, now.value), { now: now.value, all, same }),
  );
}

function pinsOf({ reuse }: RunStarted): readonly Pin[] {
  return reuse?.pins ?? [];
}

/** What a fork had changed at its point (D3) is changed there again; what it was served before is served as far as it may be. */
function withEdits(now: RunStarted, then: RunStarted, answered: Answered): RunStarted {
  const record = recordIn(then);
  if (record === null) return now;
  if (!isEditedIn(record)) return now;
  const { called: _called, pins: _pins, ...kept } = record;
  const served = answered === 'same' ? record.served : record.served.map(asPutIn);
  const pins = now.reuse?.pins;
  return { ...now, reuse: { ...kept, served, ...present({ pins }) } };
}

function isEditedIn({ set, served, points = [], inputs = [] }: Reuse): boolean {
  return Object.keys(set).length > 0 || points.length > 0 || inputs.length > 0 || served.some(isPutIn);
}

function isPutIn(one: Recorded | Pinned): one is Pinned {
  return 'output' in one;
}

/** An answer that counts whatever is asked at its place. */
function asPutIn(one: Recorded | Pinned): Recorded | Pinned {
  const output = answerOf(one);
  return output === undefined ? one : { address: one.address, output };
}

interface Reruns {
  readonly now: RunStarted;
  readonly all: Rerun;
  readonly same: Rerun;
}

function compare(then: Steps, again: Steps, { now, all, same }: Reruns): StaleSteps {
  const certain = new Steps(same.entries, now);
  const stale = new Map<Address, StaleBecause>();
  for (const address of then.succeeded) {
    const because = whatDiffers(address, then, again, certain);
    const isLeftOut = because === null && !again.succeeded.has(address) && all.isFinished;
    if (isLeftOut) stale.set(address, { kind: 'unreached' });
    else if (because !== null) stale.set(address, because);
  }
  const unanswered = placesOf(all.open);
  const called = [...stale.keys()].filter((address) => !certain.succeeded.has(address));
  const doubts = new Doubts(then, again, [...called, ...placesOf(same.open), ...unanswered]);
  for (const address of then.succeeded) {
    if (stale.has(address) || certain.succeeded.has(address)) continue;
    // Behind a question that was never answered nothing could be compared: whatever lies there may be another.
    const behind = again.succeeded.has(address) ? null : (unanswered[0] ?? null);
    const step = doubts.reach(address) ?? behind;
    // A question that was not given its answer again is another one.
    if (step !== null) stale.set(address, step === address ? { kind: 'input' } : { kind: 'before', step });
  }
  return stale;
}

/** The same as `differenceAt`, and whether an answer is used again all the same. */
function whatDiffers(address: Address, then: Steps, again: Steps, certain: Steps): StaleBecause | null {
  const because = differenceAt(address, then, again);
  const isReused = because?.kind === 'definition' && asks(then, address) && certain.succeeded.has(address);
  return isReused ? { kind: 'settings' } : because;
}

/** The steps that ask. */
function placesOf(commands: readonly Command[]): readonly Address[] {
  return commands.filter((command) => !isTimeout(command)).map(({ address }) => withoutAttempt(address));
}

/** What only bounds a wait is no question. */
function isTimeout(command: Command): boolean {
  return command.kind === 'timer' && command.purpose === 'timeout';
}

/** What a success of then has other now; null where nothing is known to differ. */
function differenceAt(address: Address, then: Steps, now: Steps): StaleBecause | null {
  const [before, after] = [then.all.get(address), now.all.get(address)];
  if (before === undefined) return null;
  const node = then.nodeAt(address);
  const nodeNow = now.nodeAt(address);
  if (node !== null && nodeNow === null) return isRemoved(address, then, now) ? { kind: 'unreached' } : null;
  if (hashOf(node) !== hashOf(nodeNow)) return { kind: 'definition' };
  const commands = [...before.commands, ...(after?.commands ?? [])];
  const named = differenceInNamed(node, commands, then.closure, now.closure);
  if (named !== null || after === undefined) return named;
  if (isPinnedOtherwise(before, after)) return { kind: 'pin' };
  const isOther =
    !isEqual(before.input, after.input) ||
    [...before.questions].some(([place, key]) => (after.questions.get(place) ?? key) !== key);
  // What asks nobody has no other input than all that it reads: it is told by what it comes to.
  const comesToAnswer = before.input !== null || asks(then, address);
  if (isOther || (!comesToAnswer && after.outcome !== null && !isEqual(before.outcome, after.outcome)))
    return { kind: 'input' };
  return null;
}

/** A step of a plan that a planner makes is there again when that is opened, unless who opens it is gone. */
function isRemoved(address: Address, then: Steps, now: Steps): boolean {
  const made = address.indexOf('@');
  if (made < 0) return true;
  const executor = address.slice(0, made) as Address;
  return then.nodeAt(executor) !== null && now.nodeAt(executor) === null;
}

/** Who pins what came out changes nothing; who takes a pin away has the step called. */
function isPinnedOtherwise(before: StepSeen, after: StepSeen): boolean {
  if (!after.isPinned) return before.isPinned;
  if (after.outcome === null) return !before.isPinned;
  return !isEqual(before.outcome ?? NO_OUTCOME, after.outcome);
}

const NO_OUTCOME = {};

function asks(then: Steps, address: Address): boolean {
  return (then.all.get(address)?.questions.size ?? 0) > 0;
}

/**
 * Places of steps that ask the same in words and would be answered otherwise: a model or a document that they read is another now. A
 * record does not tell them from others (K8).
 */
export function readOtherwise(
  commits: readonly Commit[],
  { models, documents }: Workspace,
): ReadonlySet<Address> {
  const then = startOf(commits);
  if (then === null) return new Set();
  const { closure } = then;
  const now = { ...closure, models, documents: documents.map(byReference) };
  const steps = new Steps(
    commits.flatMap(({ entries }) => entries),
    then,
  );
  const other = [...steps.all].filter(
    ([, { commands }]) => differenceInNamed(null, commands, closure, now) !== null,
  );
  return new Set(other.map(([address]) => address));
}

function differenceInNamed(
  node: PlanNode | null,
  commands: readonly Command[],
  then: Closure,
  now: Closure,
): StaleBecause | null {
  const fields = node === null ? [] : fieldsOf(node);
  const capabilities = [
    ...namesIn(fields, 'capability', 'merge', 'asked', 'tool'),
    ...commands.flatMap((command) =>
      command.kind === 'call' ? [command.capability] : command.kind === 'plan' ? command.tools : [],
    ),
  ];
  const isAllowed = ({ id }: Named) => capabilities.some((name) => allows(name, id));
  const asked = commands.flatMap((command) => modelAsked(command, then));
  const isOneOf =
    (names: readonly string[]) =>
    ({ id }: Named) =>
      names.includes(id);
  const lists: readonly (readonly [
    NamedThing,
    readonly Named[],
    readonly Named[],
    (one: Named) => boolean,
  ])[] = [
    ['capability', then.capabilities, now.capabilities, isAllowed],
    ['prompt', then.prompts, now.prompts, isOneOf(namesIn(fields, 'prompt'))],
    ['planner', then.planners, now.planners, isOneOf(namesIn(fields, 'planner'))],
    ['parser', then.parsers ?? [], now.parsers ?? [], isOneOf(namesIn(fields, 'parser'))],
    ['feature', then.features ?? [], now.features ?? [], isOneOf(namesIn(fields, 'feature'))],
    ['model', then.models, now.models, isOneOf([...namesIn(fields, 'model'), ...asked])],
  ];
  for (const [what, before, after, isNamed] of lists) {
    const other = firstOther(before.filter(isNamed), after.filter(isNamed), isSameThing);
    if (other !== null) return { kind: 'named', what, name: wordFor(other) };
  }
  if (then.documents === undefined) return null;
  const isRead = (one: FileDocument) => commands.some((command) => reads(command, one));
  const other = firstOther(
    then.documents.filter(isRead),
    (now.documents ?? []).filter(isRead),
    isSameDocument,
  );
  return other === null ? null : { kind: 'named', what: 'document', name: wordFor(other) };
}

interface Named {
  readonly id: string;
  readonly name?: string | undefined;
  /** Of a capability. */
  readonly title?: string | undefined;
}

function wordFor({ id, name, title }: Named): string {
  return name ?? title ?? id;
}

/** The first that is another, or not there, on one of two sides. */
function firstOther<Thing extends Named>(
  then: readonly Thing[],
  now: readonly Thing[],
  isSame: (one: Thing, other: Thing) => boolean,
): Thing | null {
  const other = then.find((one) => {
    const found = now.find(({ id }) => id === one.id);
    return found === undefined || !isSame(one, found);
  });
  const added = now.find(({ id }) => !then.some((one) => one.id === id));
  return other ?? added ?? null;
}

/** What a thing is called is not what it is. */
function isSameThing(one: Named, other: Named): boolean {
  return isEqual({ ...one, name: null }, { ...other, name: null });
}

/** The model that a command asks; where it names none, the first. */
function modelAsked(command: Command, closure: Closure): readonly string[] {
  const id = modelAskedBy(command, closure);
  if (id === undefined) return [];
  const first = id ?? closure.models[0]?.id;
  return first === undefined ? [] : [first];
}

const HASHES = new WeakMap<PlanNode, Hash>();

function hashOf(node: PlanNode | null): Hash | null {
  if (node === null) return null;
  const known = HASHES.get(node) ?? nodeHash(node);
  HASHES.set(node, known);
  return known;
}

function isEqual(one: object | Json, other: object | Json): boolean {
  return one === other || textOf(one) === textOf(other);
}

/** Members that are undefined are left out, as a ledger leaves them out. */
function textOf(value: object | Json): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)));
}

/**
 * The answers of a record that a fork can put another one in place of (D3): results of calls and what people said, at the
 * addresses of their steps, as they came. Plans, timers and signals are not among them, nor what a step asked besides its own call.
 */
export function answersIn({ served }: Reuse): readonly Pinned[] {
  return served.flatMap((one) => {
    const output = answerOf(one);
    return output === undefined || one.address.includes('!') ? [] : [{ address: one.address, output }];
  });
}

/** What an answer comes to, where another one can be put in its place. */
function answerOf(one: Recorded | Pinned): Json | undefined {
  if ('output' in one) return one.output;
  const { fact } = one;
  if (fact.type === 'effect.succeeded') return fact.result;
  return fact.type === 'answer.given' ? fact.value : undefined;
}
