import { expect, test } from 'vitest';
import { type Address, type Random, seededRandom } from '#base';
import { type Fact, readLedger, replay, writeLedger } from '#kernel';
import { law, MISCHIEF } from './law';
import { randomRun, sameFacts } from './randomRun';

test('R17 case D4 facts for nobody, and facts that are none, change nothing wherever they come', () => {
  law((plan, seed) => {
    const run = randomRun(plan, seed, MISCHIEF);
    const random = seededRandom(seed + 3);
    const facts = run.commits.flatMap(({ fact }) => [fact, ...strays(random)]);
    const disturbed = sameFacts(facts);
    expect(disturbed.history.filter(hasEffect)).toEqual(run.history.filter(hasEffect));
    expect(disturbed.state?.outputs).toEqual(run.state?.outputs);
    const read = readLedger(writeLedger(disturbed.commits));
    expect(read.ok && replay(read.value)).toMatchObject({
      ok: true,
      commits: facts.length,
      status: run.status,
    });
  }, 100);
});

function hasEffect(line: string): boolean {
  return !line.startsWith('late') && !line.startsWith('refused');
}

/** No node of these plans has a ninth attempt, and no machine's event is a fact. */
function strays(random: Random): readonly Fact[] {
  const address = `/n${random.below(6)}#9` as Address;
  const error = { code: 'BROKEN', message: 'It broke.' };
  const all: readonly Fact[] = [
    { type: 'effect.succeeded', address, result: 1 },
    { type: 'effect.failed', address, error },
    { type: 'timer.fired', address },
    { type: 'answer.given', address, value: { decision: 'yes' } },
    { type: 'effect.uncertain', address },
    { type: 'effect.settled', address, as: { kind: 'repeat' } },
    { type: 'plan.step', address, step: 0, node: null, problems: [] },
    { type: 'effect.succeeded', address: 'constructor' as Address, result: 1 },
    JSON.parse('{"type":"xstate.done.actor.n0","node":0,"ports":["out"]}'),
    JSON.parse('{"type":"__proto__","address":"__proto__"}'),
  ];
  return all.filter(() => random.below(8) === 0);
}
