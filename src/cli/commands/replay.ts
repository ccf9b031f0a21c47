import type { Diagnostic } from '#base';
import { type Commit, changeIn, type Difference, readLedger, replay as replayCommits } from '#kernel';
import { type Command, usage } from '../command';
import { readPackedText } from '../host/readFiles';
import { EXIT, lineOf } from '../outcome';
import { demandPosition } from '../run/openLedger';

export const replay: Command = {
  name: 'replay',
  files: ['LEDGER'],
  about:
    'Folds a ledger again with no effect performed: {ok, commits, hash, status, outputs, effects: 0}, or {ok: false, difference}.',
  options: { at: { type: 'string', value: 'N', about: 'Only the first N commits; all by default.' } },
  examples: ['replay run.ndjson', 'replay run.ndjson --at 4'],
  run: async (given, { say }) => {
    const at = readPosition(given.text('at'));
    const text = await readPackedText(given.files[0] ?? '');
    const ledger = readLedger(text);
    if (ledger.ok) demandPosition(at, ledger.value);
    if (!ledger.ok) {
      for (const diagnostic of ledger.problem) say(lineOf(diagnostic, given.files[0]));
      const difference = changeIn(text) ?? differenceOf(ledger.problem);
      return { exit: EXIT.failed, result: { ok: false, difference, diagnostics: ledger.problem } };
    }
    const outcome = replayed(ledger.value, at);
    if (!outcome.result.ok) say(wordsOf(outcome.result.difference));
    return outcome;
  },
};

/** Of a line that is no commit only its place and the reason are known. */
function differenceOf([first]: readonly Diagnostic[]): Omit<Difference, 'code'> & { readonly code: string } {
  const seq = (first?.where.line ?? 1) - 1;
  return { seq, code: first?.code ?? 'LEDGER_EMPTY', message: first?.message ?? 'The ledger is empty.' };
}

function replayed(commits: readonly Commit[], at: number | undefined) {
  const result = at === undefined ? replayCommits(commits) : replayCommits(commits, at);
  return { exit: result.ok ? EXIT.done : EXIT.failed, result };
}

function wordsOf({ seq, code, message }: Difference): string {
  return `error ${code} (commit ${seq}): ${message}`;
}

function readPosition(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw usage(replay, `--at takes a number of commits, not "${given}".`);
}
