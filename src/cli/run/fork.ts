import { type Address, isAddress, type JsonObject, LIMITS, parseExactJson, withoutAttempt } from '#base';
import type { Commit, Pinned } from '#kernel';
import type { Workspace } from '#plan';
import {
  type Capabilities,
  foresee,
  forkOf,
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
export type Fork = Required<Pick<StartOptions, 'reuse' | 'input' | 'seed' | 'labels'>> &
  Pick<StartOptions, 'inputFiles' | 'stop'> & {
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
  const others = retry === undefined ? NOT_WITH : ['of', ...Object.keys(STEPS), ...NOT_WITH];
  const other = others.find((name) => given.has(name));
  if (other !== undefined) throw wrong(`--${way} does not go with --${other}.`);
  const commits = await readLedgerFile(path);
  const branch =
    step === null
      ? retryOf(commits, workspace, 'current')
      : STEPS[step.option](commits, workspace, 'current', step.address);
  if (!branch.ok) throw new Refusal(branch.problem);
  return { ...branch.value, from: branch.value.reuse.from.runId, commits };
}

const NOT_WITH = ['fork', 'resume', 'at', 'set', 'output'];

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
 * H1 `--fork LEDGER --at N`, with `--set` and `--output` as edits (K8). Null without `--fork`.
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
    const stray = ['at', 'set', 'output'].find((name) => given.has(name));
    if (stray !== undefined) throw wrong(`--${stray} goes with --fork.`);
    return null;
  }
  if (given.has('resume')) throw wrong('--fork begins a run and --resume takes one up: give one of them.');
  const at = given.text('at') ?? '';
  if (!/^\d{1,9}$/.test(at)) throw wrong('--fork takes --at N, the number of commits that are kept.');
  const commits = await readLedgerFile(path);
  const edits = { set: readSettings(given.all('set')), outputs: given.all('output').map(readOutput) };
  const fork = forkOf(commits, workspace, 'current', Number(at), edits);
  if (!fork.ok) throw new Refusal(fork.problem);
  return { ...fork.value, from: fork.value.reuse.from.runId };
}

function readSettings(given: readonly string[]): JsonObject {
  return Object.fromEntries(given.map((one) => readPair('set', 'VARIABLE', one)));
}

function readOutput(given: string): Pinned {
  const [address, output] = readPair('output', 'ADDRESS', given);
  if (isAddress(address)) return { address, output };
  throw refuse('USAGE', `--output takes ADDRESS=JSON, not "${given}".`, EXAMPLES.output);
}

function readPair(option: keyof typeof EXAMPLES, name: string, given: string) {
  const [, key, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? [];
  if (key === undefined || text === undefined)
    throw refuse('USAGE', `--${option} takes ${name}=JSON, not "${given}".`, EXAMPLES[option]);
  const value = parseExactJson(text, LIMITS.jsonDepth);
  if (!value.ok) throw refuse('USAGE', `--${option} ${key}: ${value.problem.message}`, EXAMPLES[option]);
  return [key, value.value] as const;
}

const EXAMPLES = {
  set: `For example --set 'question="How many?"'.`,
  output: `For example --output '/look={"rows": []}'.`,
} as const;
