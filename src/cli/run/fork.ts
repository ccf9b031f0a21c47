import { type Address, isAddress, LIMITS, parseExactJson, withoutAttempt } from '#base';
import type { Commit } from '#kernel';
import type { Workspace } from '#plan';
import {
  begins,
  type Capabilities,
  type ForkChanges,
  foresee,
  forkOf,
  notBegun,
  retryOf,
  runFromOf,
  runOnlyOf,
  runUpToOf,
  type StartOptions,
} from '#runtime';
import type { Given } from '../command';
import { Refusal, refuse, type UsageError } from '../outcome';
import { readLedgerFile } from './openLedger';

/** How a run begins that is forked from another: with its record, and otherwise as that one was begun. */
export type Fork = Required<Pick<StartOptions, 'workspace' | 'reuse' | 'input' | 'seed' | 'labels'>> &
  Pick<StartOptions, 'inputFiles' | 'measures' | 'stop'> & {
    readonly plan: string;
    /** The run that it comes from. */
    readonly from: string;
    /** Its ledger, where it was chosen what is called again. */
    readonly commits?: readonly Commit[];
  };

/** D1: what is done of a step of a ledger, by its option. */
const STEPS = { from: runFromOf, only: runOnlyOf, to: runUpToOf } as const;
type StepOption = keyof typeof STEPS;

/**
 * H1 `--retry LEDGER` calls again what failed there. With `--of LEDGER`, `--from ADDRESS` calls that step and what was asked after
 * it, `--only ADDRESS` that step alone, and `--to ADDRESS` goes up to it (D1); the steps are those of FILE. All else is as with `--fork`.
 * Null without any of them.
 *
 * @throws Refusal when the ledger is none, or the step had not begun in it; UsageError when options do not go together
 */
export async function readBranch(
  given: Given,
  workspace: Workspace,
  wrong: (message: string) => UsageError,
): Promise<Fork | null> {
  const step = readStep(given, wrong);
  const [retry, of] = [given.text('retry'), given.text('of')];
  const path = retry ?? of;
  if (path === undefined || (step === null && of !== undefined)) {
    if (of !== undefined) throw wrong('--of LEDGER goes with --from, --only or --to ADDRESS.');
    return readFork(given, workspace, wrong);
  }
  const way = step === null || retry !== undefined ? 'retry' : step.option;
  const edits = way === 'from' ? [] : EDITS;
  const others = retry === undefined ? NOT_WITH : ['of', ...Object.keys(STEPS), ...NOT_WITH];
  const other = [...others, ...edits].find((name) => given.has(name));
  if (other !== undefined) throw wrong(`--${way} does not go with --${other}.`);
  const commits = await readLedgerFile(path);
  if (way === 'from' && step !== null && EDITS.some((name) => given.has(name)))
    return forkedAt(commits, workspace, beginningOf(step.address, commits), given);
  const branch =
    step === null
      ? retryOf(commits, workspace, 'current')
      : STEPS[step.option](commits, workspace, 'current', step.address);
  if (!branch.ok) throw new Refusal(branch.problem);
  return { ...branch.value, from: branch.value.reuse.from.runId, commits };
}

const NOT_WITH = ['fork', 'resume', 'at'];
/** What is changed where a run is forked (D3). */
const EDITS = ['set', 'output', 'step-input', 'step-prompt', 'step-model'] as const;

/** The position at which a step has begun and is not answered. @throws Refusal when it has not begun */
function beginningOf(step: Address, commits: readonly Commit[]): number {
  const index = commits.findIndex(({ entries }) =>
    entries.some((entry) => begins(entry, withoutAttempt(step))),
  );
  if (index < 0) throw new Refusal([notBegun(step)]);
  return index + 1;
}

/** D1: the step at which a run begins or stops. Without a ledger only `--to` has a meaning: a run that goes up to it. */
function readStep(
  given: Given,
  wrong: (message: string) => UsageError,
): { readonly option: StepOption; readonly address: Address } | null {
  const [option, another] = (['from', 'only', 'to'] as const).filter((name) => given.has(name));
  if (option === undefined) return null;
  if (another !== undefined) throw wrong(`--${option} does not go with --${another}.`);
  const address = given.text(option) ?? '';
  if (!isAddress(address)) throw wrong(`--${option} takes the address of a step, not "${address}".`);
  if (option !== 'to' && !given.has('of') && !given.has('retry'))
    throw wrong(`--${option} ADDRESS goes with --of LEDGER.`);
  return { option, address };
}

/** Where a run stops (D1): a branch knows it, a run of its own is told by `--to`. */
export function stopOf(given: Given, fork: Fork | null): Pick<StartOptions, 'stop'> {
  if (fork?.stop !== undefined) return { stop: fork.stop };
  const to = given.text('to');
  return to === undefined || !isAddress(to) ? {} : { stop: { after: withoutAttempt(to) } };
}

/** What a branch does until it has to ask, for people; nothing of any other run. */
export function wordsOfBranch(
  fork: Fork | null,
  workspace: Workspace,
  capabilities: Capabilities,
): readonly string[] {
  if (fork?.commits === undefined) return [];
  const { plan, commits } = fork;
  const foreseen = foresee({ ...fork, workspace, plan }, commits, capabilities);
  // What keeps it from starting is said by the start.
  if (!foreseen.ok) return [];
  const { reused, again, asks } = foreseen.value;
  const called = again.map(({ address, because }) => `${address} (${because})`);
  return [
    `It goes on from ${fork.from}: ${reused.length} of its steps are reused, and it calls at once: ${called.join(', ') || 'nothing'}.`,
    ...asks.map(
      (address) => `${address} may have changed something outside, and is not called again unasked.`,
    ),
  ];
}

/**
 * H1 `--fork LEDGER --at N`, with edits (K8, D3). Null without `--fork`.
 *
 * @throws Refusal when the ledger is none, or has no such position; UsageError when options do not go together
 */
async function readFork(
  given: Given,
  workspace: Workspace,
  wrong: (message: string) => UsageError,
): Promise<Fork | null> {
  const path = given.text('fork');
  if (path === undefined) {
    const stray = ['at', ...EDITS].find((name) => given.has(name));
    if (stray !== undefined) throw wrong(`--${stray} goes with --fork.`);
    return null;
  }
  if (given.has('resume')) throw wrong('--fork begins a run and --resume takes one up: give one of them.');
  const at = given.text('at') ?? '';
  if (!/^\d{1,9}$/.test(at)) throw wrong('--fork takes --at N, the number of commits that are kept.');
  const commits = await readLedgerFile(path);
  return forkedAt(commits, workspace, Number(at), given);
}

/** A fork at a position with the edits that are given; the plan may be another than that of the ledger, and keeps what was edited. */
function forkedAt(commits: readonly Commit[], workspace: Workspace, at: number, given: Given): Fork {
  const changes: ForkChanges = {
    set: Object.fromEntries(given.all('set').map((one) => readPair('set', 'VARIABLE', one))),
    outputs: given.all('output').map((one) => {
      const [address, output] = readStepPair('output', one);
      return { address, output };
    }),
    inputs: given.all('step-input').map((one) => {
      const [address, input] = readStepPair('step-input', one);
      return { address, input };
    }),
    prompts: given.all('step-prompt').map((one) => {
      const [step, text] = readStepText('step-prompt', 'TEXT', one);
      return { step, text };
    }),
    models: given.all('step-model').map((one) => {
      const [step, model] = readStepText('step-model', 'ID', one);
      return { step, model };
    }),
  };
  const fork = forkOf(commits, workspace, 'current', at, changes);
  if (!fork.ok) throw new Refusal(fork.problem);
  return { ...fork.value, from: fork.value.reuse.from.runId };
}

function readPair(option: keyof typeof EXAMPLES, name: string, given: string) {
  const [key, text] = splitPair(option, `${name}=JSON`, given);
  const value = parseExactJson(text, LIMITS.jsonDepth);
  if (!value.ok) throw refuse('USAGE', `--${option} ${key}: ${value.problem.message}`, EXAMPLES[option]);
  return [key, value.value] as const;
}

function readStepPair(option: 'output' | 'step-input', given: string) {
  const [address, value] = readPair(option, 'ADDRESS', given);
  if (isAddress(address)) return [address, value] as const;
  throw refuse('USAGE', `--${option} takes ADDRESS=JSON, not "${given}".`, EXAMPLES[option]);
}

function readStepText(option: 'step-prompt' | 'step-model', name: string, given: string) {
  const [address, text] = splitPair(option, `ADDRESS=${name}`, given);
  if (isAddress(address)) return [address, text] as const;
  throw refuse('USAGE', `--${option} takes ADDRESS=${name}, not "${given}".`, EXAMPLES[option]);
}

function splitPair(option: keyof typeof EXAMPLES, form: string, given: string) {
  const [, key, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? [];
  if (key === undefined || text === undefined)
    throw refuse('USAGE', `--${option} takes ${form}, not "${given}".`, EXAMPLES[option]);
  return [key, text] as const;
}

const EXAMPLES = {
  set: `For example --set 'question="How many?"'.`,
  output: `For example --output '/look={"rows": []}'.`,
  'step-input': `For example --step-input '/look={"text": "Hello"}'.`,
  'step-prompt': `For example --step-prompt '/look=Say it in one sentence.'.`,
  'step-model': 'For example --step-model /look=large.',
} as const;
