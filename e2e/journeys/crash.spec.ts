import { seededRandom } from '#base';
import { type Commit, replay } from '#kernel';
import { samples } from '../../test/fuzz/samples';
import { expect, test } from '../fixtures/test';
import { fileOf, workspaceJson } from '../material/workspaces';
import { Planloom } from '../pages/planloom';
import { exportedLedger, finishedEffects } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const WORDS = Array.from({ length: 48 }, (_, index) => `s${index}`);

/** Plans whose page is killed: how each comes into the app, and what may be finished at its end. */
const PLANS: readonly { readonly name: string; readonly commits: number; readonly bring: Bring }[] = [
  { name: 'a chain of 48 calls', commits: 48, bring: broughtIn([...WORDS.map(saying), WORDS.join(' -> ')]) },
  {
    name: 'branches in branches',
    commits: 34,
    bring: broughtIn([
      'all: GROUP ASYNC {merge: COLLECT}',
      ...['a', 'b', 'c'].flatMap((branch) => [
        `  ${branch}: GROUP SYNC`,
        ...WORDS.slice(0, 6).map((word) => `    ${saying(`${branch}-${word}`)}`),
        `    ${branch}-both: GROUP ASYNC`,
        ...WORDS.slice(0, 6).map((word) => `      ${saying(`${branch}-x${word}`)}`),
      ]),
    ]),
  },
  {
    name: 'a plan that a planner made',
    commits: 8,
    bring: async (app) => {
      await app.openTemplate('Ask a table');
      await app.run();
    },
  },
];

// `npm run fuzz -- crash --runs 20`: that many moments of each plan.
const { seed, numRuns } = samples(20);
const { below } = seededRandom(seed);

for (const { name, commits, bring } of PLANS) {
  for (let nth = 1; nth <= numRuns; nth++) {
    const moment = 2 + below(commits - 2);
    test(`K6 ${name}: the page crashes when ${moment} commits are shown (${nth}); all are kept, nothing repeats`, async ({
      app,
      page,
      context,
    }) => {
      test.slow();
      const devtools = await context.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      await bring(app);
      const acknowledged = await app.reaches(moment);
      const url = page.url();
      devtools.send('Page.crash').catch(() => undefined);
      await crashed;

      const next = new Planloom(await context.newPage());
      await next.open(url);
      const ended = next.page.getByRole('status', { name: 'Run completed' });
      await expect(ended.or(next.page.getByRole('status', { name: 'Run paused' }))).toBeVisible();
      const before = await exportedLedger(next);
      expect(before.length).toBeGreaterThanOrEqual(acknowledged);
      expect(replay(before)).toMatchObject({ ok: true, effects: 0 });
      if (!(await ended.isVisible())) await next.button('Resume').click();
      await next.expectRun('completed');
      const after = await exportedLedger(next);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(finishedEffects(after).toSorted()).toEqual(callsOf(after));
      expect(replay(after)).toMatchObject({ ok: true, status: 'completed' });
    });
  }
}

type Bring = (app: Planloom) => Promise<void>;

function saying(id: string): string {
  return `${id}: CAPABILITY text.say {input: {text: "I am ${id}."}}`;
}

/** Brings a plan in as a file, and runs it: what comes from outside is trusted first. */
function broughtIn(lines: readonly string[]): Bring {
  return async (app) => {
    await new Sharing(app).bringIn(fileOf('crash.planloom.json', workspaceJson(lines.join('\n'))));
    await app.run();
    const { trust } = new Sharing(app);
    await trust.getByRole('spinbutton', { name: 'Max calls per run' }).fill('200');
    await trust.getByRole('button', { name: 'Trust', exact: true }).click();
  };
}

/** Addresses of the calls that left: each must have come to an end once, however often its command was sent. */
function callsOf(commits: readonly Commit[]): readonly string[] {
  const calls = commits.flatMap(({ entries }) =>
    entries.flatMap(({ kind, address, data }) =>
      kind === 'command' && data.command.kind === 'call' ? [address] : [],
    ),
  );
  return [...new Set(calls)].toSorted();
}
