import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger } from '#kernel';
import { withoutTimes } from '../notation/withoutTimes';
import { ScriptedModelServer, says, saysJson } from '../tools/scriptedModelServer';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
let server: ScriptedModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
  env = { PLANLOOM_CONNECTION_SERVER_URL: server.url };
});
afterAll(() => server.stop());

const FILE = files.file(
  'replanned.json',
  documentOf(
    `
    out answer
    plan: PLANNER llm {goal: "Open it.", models: [main], repairRetries: 0, modelRetries: 0}
    execute: PLAN_EXECUTOR {replan: {keywords: [missing]}, output: {answer: "result.text"}}
    plan -> execute
    `,
    { models: [{ id: 'main', connection: 'server', model: 'scripted' }], connections: [{ id: 'server' }] },
  ),
);
const step = (id: string, text: string, dependsOn: readonly string[] = []) => ({
  ...{ id, tool: 'text.say', input: { text }, dependsOn },
});
const FIRST = saysJson({
  steps: [
    step('look', 'The key is missing.'),
    step('open', 'Open.', ['look']),
    step('leave', 'Bye.', ['open']),
  ],
});
const SECOND = saysJson({
  steps: [step('knock', 'Knock.', ['look']), step('open', 'Open, please.', ['knock'])],
});

describe('H1 P9 run with a plan that is re-planned', () => {
  it('prints what became of the steps by their ids, tells people, and replays; two runs have equal ledgers', async () => {
    const ledgers = [];
    for (const name of ['one', 'two']) {
      server.script(FIRST, SECOND);
      const path = files.path(`${name}.ndjson`);
      const ran = await planloom(['run', FILE, '--yes', '--run-id', 'r', '--ledger', path], env);
      expect(ran.exit, ran.stderr).toBe(0);
      expect(ran.json).toMatchObject({ status: 'completed', outputs: { answer: 'Open, please.' } });
      expect(ran.json.revisions).toEqual([
        {
          address: '/execute',
          revision: 2,
          reason: 'What came of the step "look" contains "missing".',
          kept: ['look'],
          added: ['knock'],
          changed: ['open'],
          dropped: ['leave'],
        },
      ]);
      expect(ran.stderr).toContain(
        '/execute was re-planned (revision 2: 1 kept, 1 added, 1 changed, 1 dropped): What came of',
      );
      const ledger = readLedger(readFileSync(path, 'utf8'));
      ledgers.push(ledger.ok ? withoutTimes(ledger.value) : null);
    }
    expect(ledgers[0]).not.toBeNull();
    expect(ledgers[0]).toEqual(ledgers[1]);
    const replayed = await planloom(['replay', files.path('one.ndjson')]);
    expect(replayed.json).toMatchObject({ ok: true, status: 'completed', effects: 0 });
  });

  it('fails with both texts where no other plan is to be had, and prints no revision', async () => {
    server.script(FIRST, says('There is no way.'));
    const ran = await planloom(['run', FILE, '--yes'], env);
    expect(ran.exit).toBe(1);
    expect(ran.json.error.message).toMatch(
      /^What came of the step "look" contains "missing"\. No plan could be made/,
    );
    expect(ran.json).not.toHaveProperty('revisions');
  });
});
