import { type Address, hasErrors, isAddress, type JsonObject, present } from '#base';
import { absentIn, builtInCapabilities, withMade } from '#capabilities';
import type { Runs, RunWriter } from '#hosting';
import { type Commit, fold, type ModelMeasure, type Pin } from '#kernel';
import { type Catalogue, checkForRun, type Plan, type Workspace } from '#plan';
import { attemptsIn, measuresFor } from '#projection';
import {
  type Capabilities,
  catalogueOf,
  type Host,
  namedTables,
  type RunHandle,
  startOf,
  systemIds,
} from '#runtime';
import type { Given } from '../command';
import { archiveAt, blobsIn } from '../host/archives';
import { withBindings, withStubs } from '../host/bindings';
import { choosePlan } from '../host/choosePlan';
import { withModel } from '../host/connections';
import { fileSessions } from '../host/fileSessions';
import { folderBlobs } from '../host/folderBlobs';
import { nodeHost } from '../host/nodeHost';
import { readWorkspace } from '../host/readFiles';
import { demandTrust } from '../host/trust';
import { EXIT, type Outcome, Refusal, type UsageError } from '../outcome';
import type { Interruption, Surroundings } from '../surroundings';
import { bringFiles } from './bringFiles';
import { type Belonging, demandFreeRunId, demandGoalOf, Family, readBelonging } from './family';
import { type Dependencies, FileBook, openDependencies } from './fileBook';
import {
  type Answer,
  answering,
  follow,
  namedHere,
  readAnswer,
  readSignal,
  send,
  withoutAttempts,
  wordsOfRun,
} from './follow';
import { type Fork, readBranch, stopOf, wordsOfBranch } from './fork';
import { type OpenLedger, openLedger, readLedgerFile } from './openLedger';
import { readPins, unusedPins, withPins } from './pins';
import { demandSamePlan, unheeded } from './resumable';
import {
  type GivenInput,
  type Inputs,
  type RunInput,
  readInput,
  readLedgerPaths,
  runInputOf,
  withFiles,
} from './runInput';
import { runOutcome } from './runOutcome';

/** The addresses at which calls were allowed for the whole run, and shall be no longer (K15). */
function revokedIn(given: Given, wrong: (message: string, help?: string) => UsageError): readonly Address[] {
  return given.all('revoke').map((address) => {
    if (!isAddress(address)) throw wrong(`--revoke takes the address of an approval, not "${address}".`);
    if (!given.has('resume')) throw wrong('--revoke goes with --resume LEDGER.');
    return address;
  });
}

/** `planloom run`: everything is read and judged first, then the run is started or taken up, and followed. */
export async function performRun(
  given: Given,
  around: Surroundings,
  wrong: (message: string, help?: string) => UsageError,
): Promise<Outcome> {
  if (given.has('trust') && given.has('yes'))
    throw wrong('--trust and --yes are given together.', 'Give one of them.');
  const answers = given.all('answer').map(readAnswer);
  const revoked = revokedIn(given, wrong);
  const givenSignals = given.all('signal').map(readSignal);
  const calls = readCount(given.text('max-steps'), wrong);
  const workspace = await readWorkspace(given.files[0] ?? '');
  const signals = givenSignals.map((signal) => namedHere(signal, workspace));
  const capabilities = capabilitiesFor(workspace, given);
  const catalogue = catalogueOf(workspace, capabilities);
  if (!given.has('resume')) demandSoundPlan(workspace, given, catalogue);
  demandTrust(workspace, catalogue, { trust: given.text('trust'), yes: given.has('yes') });
  const pins = readPins(given, workspace, catalogue);
  const fork = withPins(await readBranch(given, workspace, wrong), pins);
  const chosen = withModel(fork?.workspace ?? workspace, given.text('model'));
  const measures = fork === null ? await readMeasures(given, chosen) : fork.measures;
  const belonging = await readBelonging(given);
  const asked = await inputFor(given, fork, belonging);
  const planThatRuns = () => choosePlan(workspace, planFor(workspace, given, fork));
  const { input: values, labels, said } = runInputOf(asked.values, planThatRuns);
  const { target, resume, replaced } = await readLedgerPaths(given, wrong);
  const dependencies = await openDependencies(given.all('depends-on'));
  demandFreeRunId(given.text('run-id'), [belonging.parentRunId, fork?.from, ...dependencies.runIds]);
  const sources = [given.files[0], ...ledgersOf(given), resume].filter((file) => file !== undefined);
  const brought = await Promise.all(sources.map(async (file) => blobsIn(await archiveAt(file))));
  const beside = sources.map((file) => folderBlobs(`${file}.blobs`));
  const book = new FileBook(target, [...beside, ...brought]);
  const blobs = book.blobsOfFirst;
  const isTakenUp = resume !== undefined;
  if (!isTakenUp) await bringFiles(given.all('file'), workspace, blobs, namedTables([], fork?.reuse));
  const inputs = isTakenUp ? { input: values } : await withFiles({ ...asked, values }, planThatRuns, blobs);
  const ledger = await openLedger(target, resume);
  const runId = startOf(ledger.before)?.runId ?? given.text('run-id') ?? systemIds.runId();
  const sessions = fileSessions(target, workspace.id);
  const hostFor = (writer: RunWriter): Host =>
    nodeHost({
      capabilities,
      models: chosen.models,
      ledger: writer,
      blobs: book.blobs(writer.runId),
      sessions,
      env: around.env,
      ended: (id, signal) => dependencies.ended(id, signal) ?? new Promise(() => {}),
    });
  const sayAll = (lines: readonly string[]): void => {
    for (const line of lines) around.say(line);
  };
  const isMachine = (): boolean => kindOf(workspace, given, fork, ledger) === 'state-machine';
  // Right after its start, before anything that it calls has come back.
  const sendsAtOnce = (): boolean => ledger.before.length === 0 && !isMachine();
  const family = new Family({
    book,
    workspace: () => chosen,
    hostFor: async (writer) => hostFor(writer),
    measures,
    pins: (ledger.before.length > 0 ? startOf(ledger.before)?.reuse?.pins : fork?.reuse.pins) ?? pins,
    say: around.say,
    joined: (handle) => {
      answering(handle, answers);
      if (handle.runId === runId && sendsAtOnce()) send(handle, signals);
    },
  });
  const interruption = interruptible(around);
  try {
    await book.keep(runId, ledger);
    if (ledger.before.length > 0) {
      demandSamePlan(ledger.before, workspace, given);
      const tables = namedTables(ledger.before.map(({ fact }) => fact));
      await bringFiles(given.all('file'), workspace, blobs, tables, startOf(ledger.before));
    }
    if (replaced) around.say(`The ledger that was in "${target}" is replaced.`);
    sayAll(
      ledger.before.length > 0
        ? unheeded(given)
        : namesUnused({ workspace, given, fork, input: inputs.input }),
    );
    sayAll([...said, ...wordsOfBranch(fork, chosen, capabilities)]);
    const run = await begin({
      runs: family.runs,
      runId,
      given,
      chosen,
      inputs,
      labels,
      fork,
      ledger,
      calls,
      belonging,
      dependencies,
      pins,
      measures,
    });
    const atRest = async (): Promise<void> => {
      await dependencies.rested;
      await family.atRest();
    };
    const resumed = ledger.before.length > 0 ? { calls, revoked } : null;
    const later = sendsAtOnce() ? [] : signals;
    const followed = follow(run, answers, later, resumed, { isMachine: isMachine(), atRest });
    const interrupted = await Promise.race([followed.then(() => null), interruption.interrupted]);
    if (interrupted !== null) {
      followed.catch(() => {});
      run.close();
      around.say(wayOn(run.runId, given.files[0] ?? '', target));
      return interruptedOutcome(interrupted);
    }
    sayAll([...(await dependencies.unended(pendingOn(run))), ...family.unended()]);
    if (resumed === null) sayAll(unusedPins(given, family.commits));
    sayAll([...unusedAddresses(answers, given, run.commits), ...wordsOfRun(run, ledger.before.length)]);
    return runOutcome(run, given.has('metadata'));
  } finally {
    interruption.stop();
    await family.close();
  }
}

/** Those that it goes on from in a run of its own: the tables that they name lie beside them. */
function ledgersOf(given: Given): readonly (string | undefined)[] {
  return ['fork', 'retry', 'of'].map((name) => given.text(name));
}

function namesUnused(parts: {
  readonly workspace: Workspace;
  readonly given: Given;
  readonly fork: Fork | null;
  readonly input: JsonObject;
}): readonly string[] {
  const { workspace, given, fork, input } = parts;
  return unusedNames(workspace, choosePlan(workspace, planFor(workspace, given, fork)), given, input);
}

/** M4: the runs that it waits for before it begins. */
function pendingOn({ commits }: RunHandle): readonly string[] {
  const state = fold(commits);
  return state.ok ? state.value.pendingOn : [];
}

async function begin(parts: {
  readonly runs: Runs;
  readonly runId: string;
  readonly given: Given;
  readonly chosen: Workspace;
  readonly inputs: Inputs;
  readonly labels: RunInput['labels'];
  readonly fork: Fork | null;
  readonly ledger: OpenLedger;
  readonly calls: number | undefined;
  readonly belonging: Belonging;
  readonly dependencies: Dependencies;
  readonly pins: readonly Pin[];
  readonly measures: readonly ModelMeasure[] | undefined;
}): Promise<RunHandle> {
  const { runs, runId, given, chosen: workspace, inputs, fork, ledger, calls, dependencies } = parts;
  const { sessionId, parentRunId, goal } = parts.belonging;
  if (ledger.before.length === 0) demandGoalOf(choosePlan(workspace, planFor(workspace, given, fork)), goal);
  const labels = { ...fork?.labels, ...parts.labels, ...present({ sessionId }) };
  const run =
    ledger.before.length > 0
      ? await runs.takeUp(runId)
      : await runs.start({
          runId,
          workspace,
          plan: planFor(workspace, given, fork),
          measures: parts.measures,
          ...(fork === null ? { pins: parts.pins } : { reuse: fork.reuse, seed: fork.seed }),
          labels,
          ...stopOf(given, fork),
          ...inputs,
          budget: calls === undefined ? {} : { calls },
          ...present({ parentRunId, goal }),
          ...(dependencies.runIds.length === 0 ? {} : { dependsOn: dependencies.runIds }),
        });
  if (!run.ok) throw new Refusal(run.problem);
  if (run.value === null) throw new Error(`The ledger of the run "${runId}" is open, and cannot be written.`);
  return run.value.handle;
}

/** A fork has the input of the run that it comes from, a goal has its data, unless another is given (M3). */
async function inputFor(given: Given, fork: Fork | null, { goalData }: Belonging): Promise<GivenInput> {
  const said = await readInput(given);
  if (said !== null) return said;
  if (goalData !== undefined || fork === null) return { values: goalData ?? {}, files: [] };
  return { values: fork.input, files: [], known: fork.inputFiles };
}

/** Of the plan that runs: of a ledger that is taken up the one that it holds (K5). */
function kindOf(workspace: Workspace, given: Given, fork: Fork | null, { before }: OpenLedger): Plan['kind'] {
  const started = before[0]?.fact;
  const taken = started?.type === 'run.started' ? started.closure.plans[0] : undefined;
  return (taken ?? choosePlan(workspace, planFor(workspace, given, fork))).kind;
}

/** And its plan, where the workspace has one of that id. */
function planFor(workspace: Workspace, given: Given, fork: Fork | null): string {
  const same = workspace.plans.find(({ id }) => id === fork?.plan)?.id;
  return choosePlan(workspace, given.text('plan') ?? same).id;
}

/** What cannot be run whoever trusts it is said first: trust would not help. @throws Refusal with all its problems */
function demandSoundPlan(workspace: Workspace, given: Given, catalogue: Catalogue): void {
  const plan = choosePlan(workspace, given.text('plan'));
  const found = checkForRun(plan, workspace, catalogue);
  if (hasErrors(found)) throw new Refusal(found);
}

function capabilitiesFor(workspace: Workspace, given: Given): Capabilities {
  const bound = withBindings(builtInCapabilities(), given.all('bind'));
  const made = withMade(bound, workspace);
  return given.has('stub-unresolved') ? withStubs(made, workspace) : made;
}

function readCount(text: string | undefined, wrong: (message: string) => UsageError): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw wrong(`--max-steps takes a number, not "${text}".`);
}

/** A run that a signal of the system may end. */
interface Interruptible {
  /** Resolves when that happens. */
  readonly interrupted: Promise<Interruption>;
  /** From here on a signal ends the program as it does any other. */
  stop(): void;
}

function interruptible({ onInterruption }: Surroundings): Interruptible {
  let stop = (): void => {};
  const interrupted = new Promise<Interruption>((resolve) => {
    stop = onInterruption?.(resolve) ?? stop;
  });
  return { interrupted, stop: () => stop() };
}

/** What a command ends with that was interrupted: nothing on stdout, as its result is not known. */
function interruptedOutcome(signal: Interruption): Outcome {
  return { exit: signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated };
}

/** For people: how the run goes on. */
function wayOn(runId: string, file: string, ledger: string | undefined): string {
  return ledger === undefined
    ? `Interrupted. The run ${runId} is gone: with --ledger it could be taken up.`
    : `Interrupted. Take the run ${runId} up: planloom run ${file} --resume ${ledger}`;
}

/** P7: what the ledgers of `--measured` say of the models of a workspace. */
async function readMeasures(given: Given, { id, models }: Workspace): Promise<readonly ModelMeasure[]> {
  const ledgers = await Promise.all(given.all('measured').map(readLedgerFile));
  return measuresFor(
    ledgers.flatMap((commits) => attemptsIn(commits, id)),
    id,
    models,
  );
}

/** For people: names that were given, and that nothing has. A slip of the pen would else look like success. */
function unusedNames(
  workspace: Workspace,
  plan: Plan | undefined,
  given: Given,
  input: object,
): readonly string[] {
  const called = new Set(absentIn(workspace.plans, workspace, NOTHING).map(({ id }) => id));
  const bound = given.all('bind').map((binding) => binding.split('=')[0] ?? '');
  return [
    ...bound
      .filter((name) => !called.has(name))
      .map((name) => `--bind ${name}: nothing in this workspace calls "${name}".`),
    ...undeclared(plan, input).map((name) => `--input: "${plan?.id}" has no input variable "${name}".`),
  ];
}

/** The same, of what can only be told when the run is at rest. */
function unusedAddresses(
  answers: readonly Answer[],
  given: Given,
  commits: readonly Commit[],
): readonly string[] {
  const reached = new Set(
    commits.flatMap(({ entries }) => entries.flatMap(({ address }) => [address, withoutAttempts(address)])),
  );
  const pinned = given.all('output').map((one) => one.split('=')[0] ?? '');
  return [
    ...answers.map(({ address }) => `--answer ${address}: nothing there has asked.`),
    ...pinned
      .filter((address) => !reached.has(address))
      .map((address) => `--output ${address}: the run has come by no such step.`),
  ];
}

const NOTHING: Capabilities = { catalogue: new Map(), find: () => undefined };

/** A machine is begun with the data of its goal, whatever they are called (M3). */
function undeclared(plan: Plan | undefined, input: object): readonly string[] {
  if (plan === undefined || plan.kind === 'state-machine' || plan.variables === 'open') return [];
  const declared = plan.variables.filter(({ scope }) => scope === 'IN').map(({ id }) => id);
  return Object.keys(input).filter((name) => !declared.includes(name));
}
