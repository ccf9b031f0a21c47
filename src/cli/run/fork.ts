import { isAddress, type JsonObject, LIMITS, parseExactJson } from '#base';
import { type Pinned, type RunStarted, recordOf } from '#kernel';
import { nameHandles, type StartOptions } from '#runtime';
import type { Given } from '../command';
import { Refusal, refuse, type UsageError } from '../outcome';
import { readLedgerFile } from './openLedger';

/** How a run begins that is forked from another: with its record, and otherwise as that one was begun. */
export type Fork = Required<Pick<StartOptions, 'reuse' | 'input' | 'seed' | 'labels'>> &
  Pick<StartOptions, 'inputFiles'> & {
    readonly plan: string | undefined;
    /** The run that it comes from. */
    readonly from: string;
  };

/**
 * H1 `--fork LEDGER --at N`, with `--set` and `--output` as edits (K8). Null without `--fork`.
 *
 * @throws Refusal when the ledger is none, or has no such position; UsageError when options do not go together
 */
export async function readFork(given: Given, wrong: (message: string) => UsageError): Promise<Fork | null> {
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
  const reuse = recordOf(commits, Number(at), edits);
  if (!reuse.ok) throw new Refusal([reuse.problem]);
  const started = commits[0]?.fact;
  if (started?.type !== 'run.started')
    throw refuse('LEDGER_INVALID', `"${path}" is the ledger of no run.`, '');
  return { reuse: reuse.value, ...begun(started) };
}

function begun({ runId, input, inputFiles, seed, labels, closure }: RunStarted): Omit<Fork, 'reuse'> {
  // The ledger names its tables (V6).
  nameHandles(input);
  return { input, inputFiles, seed, labels, plan: closure.plans[0]?.id, from: runId };
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
