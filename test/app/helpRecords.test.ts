import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLedger, replay, writeLedger } from '#kernel';
import { planHash, read, type Workspace } from '#plan';
import { project } from '#projection';
import { type Models, startRun } from '#runtime';
import { readPage } from '../../src/app/help/readPage';
import { offlineHost } from '../samples/hosting';

const folder = new URL('../../src/app/help/', import.meta.url);
const recorded = (page: string) => new URL(`recorded/${page}.ndjson`, folder);

/** What the models of the recorded runs answered, by page; `UPDATE_RECORDS=1` records the runs anew. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  AGENT: [
    '{"thought": "I look for shuttles in the documents.", "action": {"tool": "documents.search", "input": {"query": "broken shuttle replaced", "limit": 2}}}',
    '{"reason": "The days are named, but not who pays.", "met": false}',
    '{"thought": "Who pays may stand in the warranty.", "action": {"tool": "documents.search", "input": {"query": "who pays for parts that break"}}}',
    '{"reason": "The days and who pays are both there.", "met": true}',
    '{"thought": "I have both.", "answer": "Five working days. In the first two years we pay, after that the customer does."}',
    '{"reason": "It names the days and who pays, as the documents do.", "met": true}',
  ],
  LLM_DECISION: [
    '{"reason": "A part of the loom is broken on arrival.", "choice": "the workshop"}',
    '{"reason": "A part of the loom is broken on arrival.", "choice": "repairs"}',
  ],
  REFLECTION: [
    '{"critique": "It names no material, and it orders the reader about.", "good": false}',
    'Our looms of oak and brass are made to last, and we would love to show you one.',
    '{"critique": "", "good": true}',
  ],
  replanning: [
    '{"steps": [{"id": "look", "type": "tool", "toolId": "documents.read", "input": {"document": "prices"}, "dependsOn": [], "name": "Read the prices"}, {"id": "tell", "type": "tool", "toolId": "text.say", "input": {"text": "{{ steps.look.text }}"}, "dependsOn": ["look"], "name": "Tell them"}]}',
    '{"steps": [{"id": "older", "type": "tool", "toolId": "documents.read", "input": {"document": "prices-last-year"}, "dependsOn": ["look"], "name": "Read those of last year"}, {"id": "tell", "type": "tool", "toolId": "text.say", "input": {"text": "{{ steps.older.text }}"}, "dependsOn": ["older"], "name": "Tell them"}]}',
    '{"reason": "The prices are there.", "score": 0.9}',
  ],
};

describe.each(Object.keys(ANSWERS))('L1 the recorded run of %s', (page) => {
  test('replays, came to its end, and is of the example as it is now', async () => {
    const workspace = exampleOf(page);
    if (process.env.UPDATE_RECORDS === '1') await record(page, workspace);
    const ledger = readLedger(readFileSync(recorded(page), 'utf8'));
    if (!ledger.ok) throw new Error(JSON.stringify(ledger.problem));
    expect(replay(ledger.value)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
    const { started, nodes } = project(ledger.value);
    expect(started?.planHash).toBe(planHash(started?.closure.plans[0] ?? never(), workspace));
    expect(started?.closure.plans[0]).toEqual(JSON.parse(JSON.stringify(workspace.plans[0])));
    expect([...nodes.values()].some(({ usage }) => (usage.outputTokens ?? 0) > 0)).toBe(true);
  });

  test('is told of on the page', () => {
    expect(pageOf(page).text).toContain('recorded run');
  });
});

test('L1 every recorded run is among these, and has its page', () => {
  const files = existsSync(new URL('recorded/', folder)) ? readdirSync(new URL('recorded/', folder)) : [];
  expect(files.map((file) => file.replace('.ndjson', '')).sort()).toEqual(Object.keys(ANSWERS).sort());
});

/** Runs an example against the answers above, each after a moment of its own clock. */
async function record(page: string, workspace: Workspace): Promise<void> {
  let now = Date.UTC(2026, 9, 1, 9);
  let next = 0;
  const models: Models = {
    list: workspace.models,
    async *stream({ messages }) {
      const text = ANSWERS[page]?.[next++] ?? '';
      now += 600 + 4 * text.length;
      yield { type: 'text', text };
      const words = (all: string) => Math.ceil(all.length / 4);
      const usage = {
        inputTokens: words(messages.map((message) => message.text).join(' ')),
        outputTokens: words(text),
      };
      yield { type: 'done', usage, finishReason: 'stop' };
    },
  };
  const host = offlineHost();
  const clock = { now: () => now++, after: host.clock.after };
  const ids = { runId: () => `recorded-${page.toLowerCase().replaceAll('_', '-')}` };
  const [plan] = workspace.plans;
  const run = startRun({ ...host, clock, ids, models }, { workspace, plan: plan?.id ?? '', input: {} });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.atRest();
  writeFileSync(recorded(page), writeLedger(run.value.commits));
}

function pageOf(page: string) {
  return readPage(page, readFileSync(new URL(`${page}.md`, folder), 'utf8'));
}

function exampleOf(page: string): Workspace {
  const outcome = read(pageOf(page).example ?? '');
  if (outcome.kind !== 'document') throw new Error(JSON.stringify(outcome));
  return outcome.workspace;
}

function never(): never {
  throw new Error('a ledger without a plan');
}
