import { describe, expect, test } from 'vitest';
import { type Address, canonicalJson, hashText, inCanonicalOrder, type Json } from '#base';
import { type Commit, type Fact, fold, readLedger, replay, seal, statusOf, step, writeLedger } from '#kernel';
import { plan } from '../notation/plan';
import { runOf, startOf } from '../notation/run';

const PLAN = plan(`
  out z   out a
  look: CAPABILITY echo {input: {text: "hi"}, output: {z: "result.one", a: "result.two"}}
  ask: HUMAN_INPUT
  look -> ask
`);

function finishedRun() {
  const run = runOf(PLAN);
  run.done('/look#1', { one: 'é', two: [1, 2.5, null] });
  run.answer('/ask', true);
  return run;
}

function problemOf(text: string) {
  const read = readLedger(text);
  return read.ok ? null : read.problem[0];
}

describe('the ledger', () => {
  test('K3 a commit is one fact with all that it caused; seq counts from 0', () => {
    const { commits } = finishedRun();
    expect(commits.map(({ seq }) => seq)).toEqual([0, 1, 2]);
    expect(commits.map(({ fact }) => fact.type)).toEqual(['run.started', 'effect.succeeded', 'answer.given']);
  });

  test('K3 the hash is SHA-256 over the previous hash and the canonical commit', () => {
    const { commits } = finishedRun();
    let before = '';
    for (const { hash, ...commit } of commits) {
      expect(hash).toBe(hashText(before + canonicalJson(JSON.parse(JSON.stringify(commit)))));
      before = hash;
    }
  });

  test('K3 one canonical line a commit, and reading gives back what was written', () => {
    const { commits } = finishedRun();
    const text = writeLedger(commits);
    expect(text.split('\n')).toHaveLength(4);
    for (const line of text.trimEnd().split('\n')) expect(canonicalJson(JSON.parse(line))).toBe(line);
    const read = readLedger(text);
    expect(read.ok && writeLedger(read.value)).toBe(text);
  });

  test('K4 replaying gives the same state, entries and hashes, with zero effects', () => {
    const { commits, state } = finishedRun();
    expect(replay(commits)).toEqual({
      ok: true,
      commits: 3,
      hash: commits.at(-1)?.hash,
      status: 'completed',
      outputs: state?.outputs,
      effects: 0,
    });
    expect(replay(commits, 1)).toMatchObject({ ok: true, commits: 1, status: 'running', outputs: {} });
    expect(replay([])).toMatchObject({ ok: true, commits: 0, hash: null, status: 'pending' });
    const folded = fold(commits);
    expect(folded.ok && statusOf(folded.value)).toBe('completed');
  });

  test('K4 facts are applied with their keys in canonical order: what is read back is replayed to equal entries', () => {
    const reordered = (fact: Fact) => JSON.parse(canonicalJson(JSON.parse(JSON.stringify(fact))));
    const live = startOf(PLAN);
    const ordered = inCanonicalOrder(live);
    expect(step(null, ordered).entries).toEqual(step(null, reordered(live)).entries);
    const fact: Fact = {
      type: 'effect.succeeded',
      address: '/look#1' as Address,
      result: { two: 2, one: 1 },
    };
    const writes = (start: Fact) =>
      step(step(null, start).state, inCanonicalOrder(fact)).entries.map(({ kind, data }) =>
        kind === 'variable.written' ? Reflect.get(data, 'variable') : kind,
      );
    expect(writes(ordered)).toEqual(writes(reordered(live)));
    // As the document has them, the writes come in another order: a ledger of such facts would not replay.
    expect(writes(live)).not.toEqual(writes(ordered));
  });

  test('K4 entries that the facts do not cause are found, with the first commit that differs', () => {
    const { commits } = finishedRun();
    const [start, first, last] = commits;
    if (!start || !first || !last) throw new Error('three commits');
    const forged = seal(start, { at: first.at, fact: first.fact, entries: first.entries.slice(1) });
    expect(replay([start, forged, last])).toMatchObject({
      ok: false,
      difference: {
        seq: 1,
        code: 'ENTRIES_DIFFER',
        expected: { kind: 'node.succeeded', address: '/look#1' },
      },
    });
  });

  test('K4 a commit left out, a changed hash, and a ledger without its start are found', () => {
    const [start, first, last] = finishedRun().commits;
    if (!start || !first || !last) throw new Error('three commits');
    expect(replay([start, last])).toMatchObject({ difference: { seq: 2, code: 'SEQ_DIFFERS', expected: 1 } });
    expect(replay([{ ...start, hash: first.hash }])).toMatchObject({
      difference: { seq: 0, code: 'HASH_DIFFERS' },
    });
    const alone: Commit = { ...first, seq: 0 };
    expect(replay([alone])).toMatchObject({ difference: { seq: 0, code: 'STEP_FAILED' } });
    expect(fold([alone])).toMatchObject({ ok: false, problem: { code: 'LEDGER_INVALID' } });
    expect(fold([])).toMatchObject({ ok: false });
  });

  test('K4 one changed character anywhere is refused with its commit', () => {
    const text = writeLedger(finishedRun().commits);
    const lineOf = (at: number) => text.slice(0, at).split('\n').length;
    for (let at = 0; at < text.length; at += 7) {
      const other = text[at] === 'x' ? 'y' : 'x';
      const problem = problemOf(text.slice(0, at) + other + text.slice(at + 1));
      expect(problem?.code, `character ${at}`).toMatch(/^LEDGER_/);
      expect(problem?.where.line, `character ${at}`).toBe(lineOf(at));
    }
  });

  test('K4 lines left out, doubled or in another order are refused with their commit', () => {
    const lines = writeLedger(finishedRun().commits).trimEnd().split('\n');
    const [one = '', two = '', three = ''] = lines;
    expect(problemOf([one, three].join('\n'))).toMatchObject({ where: { line: 2 } });
    expect(problemOf([one, one, two].join('\n'))).toMatchObject({ where: { line: 2 } });
    expect(problemOf([two, one].join('\n'))).toMatchObject({ where: { line: 1 } });
    expect(problemOf(`${one}\n\n${two}`)).toMatchObject({ code: 'LEDGER_LINE_INVALID', where: { line: 2 } });
  });

  test('a ledger that is none is refused: empty, prose, other JSON, too deep', () => {
    expect(problemOf('')?.code).toBe('LEDGER_EMPTY');
    expect(problemOf('hello')?.code).toBe('LEDGER_LINE_INVALID');
    expect(problemOf('null')?.code).toBe('LEDGER_LINE_INVALID');
    expect(problemOf('{"seq":0}')?.code).toBe('LEDGER_LINE_INVALID');
    expect(problemOf(`${'['.repeat(100_000)}`)?.code).toBe('LEDGER_LINE_INVALID');
  });

  test('K4 values survive: empty keys, surrogates, numbers at their limits', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const value: Json = { '': [], '\ud83d\ude00': '\ud800', e: [5e-324, 1.7976931348623157e308, -0, 1e21] };
    run.done('/a#1', value);
    const read = readLedger(writeLedger(run.commits));
    expect(read.ok && replay(read.value)).toMatchObject({ ok: true });
  });
});
