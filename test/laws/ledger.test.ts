import { expect, test } from 'vitest';
import { type Random, seededRandom } from '#base';
import { type Fact, readLedger, replay, writeLedger } from '#kernel';
import type { Body } from '#plan';
import { law, MISCHIEF } from './law';
import { randomRun, sameFacts } from './randomRun';

test('K1 putting the state through JSON after every step changes nothing', () => {
  law((plan, seed) => {
    const one = randomRun(plan, seed, MISCHIEF);
    const other = randomRun(plan, seed, { ...MISCHIEF, viaJson: true });
    expect(other.commits).toEqual(one.commits);
  }, 150);
});

test('K4 a ledger that was written and read replays to the same entries, hashes and outputs', () => {
  law((plan, seed) => {
    const run = randomRun(plan, seed, MISCHIEF);
    const read = readLedger(writeLedger(run.commits));
    expect(read.ok && replay(read.value)).toEqual({
      ok: true,
      commits: run.commits.length,
      hash: run.commits.at(-1)?.hash,
      status: run.status,
      outputs: run.state?.outputs,
      effects: 0,
    });
  });
});

test('K4 one changed character anywhere is refused with its commit', () => {
  law((plan, seed) => {
    const text = writeLedger(randomRun(plan, seed, MISCHIEF).commits);
    const random = seededRandom(seed + 1);
    for (let time = 0; time < 5; time++) {
      const at = random.below(text.length);
      const other = text[at] === '7' ? '8' : '7';
      const read = readLedger(text.slice(0, at) + other + text.slice(at + 1));
      const line = read.ok ? 0 : read.problem[0]?.where.line;
      expect(line, `character ${at}`).toBe(text.slice(0, at).split('\n').length);
    }
  }, 60);
});

test('C1 R22 the order of edges in the document changes nothing', () => {
  law((plan, seed) => {
    const run = randomRun(plan, seed, MISCHIEF);
    const random = seededRandom(seed + 2);
    const facts = run.commits.map(({ fact }) => withEdgesShuffled(fact, random));
    expect(sameFacts(facts).history).toEqual(run.history);
  });
});

function withEdgesShuffled(fact: Fact, random: Random): Fact {
  if (fact.type !== 'run.started') return fact;
  const plans = fact.closure.plans.map((plan) =>
    plan.kind === 'capability' ? { ...plan, ...shuffled(plan, random) } : plan,
  );
  return { ...fact, closure: { ...fact.closure, plans } };
}

function shuffled({ nodes, edges }: Body, random: Random): Body {
  const keyed = edges.map((edge) => ({ edge, place: random.next() }));
  return {
    nodes: nodes.map((node) =>
      node.type === 'GROUP' ? { ...node, body: shuffled(node.body, random) } : node,
    ),
    edges: keyed.sort((one, other) => one.place - other.place).map(({ edge }) => edge),
  };
}
