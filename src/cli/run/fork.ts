import { isAddress, type JsonObject, LIMITS, parseExactJson } from '#base';
import type { Commit, Pinned } from '#kernel';
import type { Workspace } from '#plan';
import { type Capabilities, foresee, forkOf, retryOf, runFromOf, type StartOptions } from '#runtime';
import type { Given } from '../command';
import { Refusal, refuse, type UsageError } from '../outcome';
import { readLedgerFile } from './openLedger';

/** How a run begins that is forked from another: with its record, and otherwise as that one was begun. */
export type Fork = Required<Pick<StartOptions, 'reuse' | 'input' | 'seed' | 'labels'>> &
  Pick<StartOptions, 'inputFiles'> & {
    readonly plan: string;
    /** The run that it comes from. */
    readonly from: string;
    /** Its ledger, where it was chosen what is called again. */
    readonly commits?: readonly Commit[];
  };

/**
 * H1 `--retry LEDGER` calls again what failed there, `--from ADDRESS --of LEDGER` that step and what was asked after it (D1);
 * the steps are those of FILE. All else is as with `--fork`. Null without any of them.
 *
 * @throws Refusal when the ledger is none, or the step had not begun in it; UsageError when options do not go together
 */
export async function readBranch(
  given: Given,
  workspace: Workspace,
  wrong: (message: string) => UsageError,
): Promise<Fork | null> {
  const [retry, from, of] = ['retry', 'from', 'of'].map((name) => given.text(name));
  const path = retry ?? of;
  if ((from === undefined) !== (of === undefined)) throw wrong('--from ADDRESS goes with --of LEDGER.');
  if (path === undefined) return readFork(given, workspace, wrong);
  const other = (retry === undefined ? [] : ['of']).concat(NOT_WITH).find((name) => given.has(name));
  if (other !== undefined)
    throw wrong(`--${retry === undefined ? 'from' : 'retry'} does not go with --${other}.`);
  if (from !== undefined && !isAddress(from))
    throw wrong(`--from takes the address of a step, not "${from}".`);
  const commits = await readLedgerFile(path);
  const branch =
    from === undefined
      ? retryOf(commits, workspace, 'current')
      : runFromOf(commits, workspace, 'current', from);
  if (!branch.ok) throw new Refusal(branch.problem);
  return { ...branch.value, from: branch.value.reuse.from.runId, commits };
}

const NOT_WITH = ['fork', 'resume', 'at', 'set', 'output'];

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
