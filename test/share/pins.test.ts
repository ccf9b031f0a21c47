import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Pin, reduceLedger, writeLedger } from '#kernel';
import { write } from '#plan';
import { plan, workspace } from '../notation/plan';
import { startOf, TestRun } from '../notation/run';
import { draft, Profile } from '../storage/notation';

const CANARY = 'canary-of-a-pin';
const PLAN = plan('out answer\nlook: CAPABILITY echo {input: {}, output: {answer: "result"}}');

/** Pins of every kind, each with the canary in what it says. */
const pins: fc.Arbitrary<readonly Pin[]> = fc.array(
  fc
    .record({
      place: fc.constantFrom({ node: 'look' }, { capability: 'echo' }),
      isError: fc.boolean(),
      text: fc.string(),
    })
    .map(
      ({ place, isError, text }): Pin =>
        isError
          ? { ...place, error: { code: 'DOWN', message: `${CANARY} ${text}` } }
          : { ...place, output: { [CANARY]: text }, when: `"${CANARY}" != ""` },
    ),
  { minLength: 1, maxLength: 4 },
);

it('D10 what is pinned reaches no document, no history of it, and no ledger but a full one', async () => {
  const profile = new Profile();
  const storage = await profile.tab();
  const text = write(workspace([PLAN]));
  await storage.workspaces.save(draft(text, 0));
  let revision = 1;
  await fc.assert(
    fc.asyncProperty(pins, async (kept) => {
      await storage.pins.keep('demo', kept);
      await storage.workspaces.save(draft(text, revision++));
      const history = await storage.workspaces.history('demo');
      const stored = [await storage.workspaces.read('demo'), ...history];
      expect(JSON.stringify(stored)).not.toContain(CANARY);

      const run = new TestRun();
      run.feed({ ...startOf(PLAN), reuse: { pins: kept } });
      expect(writeLedger(run.commits), 'K5 a full ledger explains itself').toContain(CANARY);
      expect(writeLedger(reduceLedger(run.commits, 'plan'))).not.toContain(CANARY);
      expect(JSON.stringify(reduceLedger(run.commits, 'outputs')[0]?.fact)).not.toContain(CANARY);
    }),
    { seed: 10, numRuns: 30 },
  );
});
