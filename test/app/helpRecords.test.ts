import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLedger, replay, writeLedger } from '#kernel';
import { planHash, read, type Workspace } from '#plan';
import { project } from '#projection';
import { type Models, startRun } from '#runtime';
import { readPage } from '../../src/app/help/pages';
import { offlineHost } from '../samples/hosting';

const folder = new URL('../../src/app/help/', import.meta.url);
const recorded = (page: string) => new URL(`recorded/${page}.ndjson`, folder);

/** A reply: its text, or the functions that it calls. */
type Reply = string | readonly { readonly name: string; readonly arguments: string }[];

/** What the models of the recorded runs answered, by page; `UPDATE_RECORDS=1` records the runs anew. */
const READ =
  '{"id": "look", "type": "tool", "toolId": "documents.read", "input": {"document": "care"}, "dependsOn": [], "name": "Read the care"}';
const SAY =
  '{"id": "tell", "type": "tool", "toolId": "text.say", "input": {"text": "{{ steps.look.text }}"}, "dependsOn": ["look"], "name": "Tell them"}';
const OIL = 'Oil the beam every spring with linseed oil.';

const ANSWERS: Readonly<Record<string, readonly Reply[]>> = {
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
  'planner-llm': [`{"steps": [${READ}, ${SAY}]}`],
  'planner-stream': [
    [
      '{"type": "reasoning", "text": "The care of the loom says it."}',
      `{"type": "step", "step": ${READ}}`,
      `{"type": "step", "step": ${SAY}}`,
      '{"type": "finish"}',
    ].join('\n'),
  ],
  'planner-tools': [
    [{ name: 'documents.read', arguments: '{"document": "care"}' }],
    [{ name: 'text.upper', arguments: JSON.stringify({ text: OIL }) }],
    '{"type": "finish"}',
  ],
  'planner-hybrid': [`{"steps": [${READ}, ${SAY}]}`],
  'planner-plan-execute': [
    '[{"goal": "Find what a loom needs in spring", "primary_tools": ["documents.read"], "success_criteria": "A season and what to do are named."}, {"goal": "Shout it", "primary_tools": ["text.upper"], "success_criteria": "It is in capitals."}]',
    '{"reason": "Spring and the oil are named.", "met": true}',
    `{"thought": "The care says it.", "answer": "${OIL}"}`,
    '{"reason": "Spring and the oil are named.", "met": true}',
    '{"reason": "It is only the goal in capitals.", "met": false}',
    `{"thought": "I shout what was found.", "action": {"tool": "text.upper", "input": {"text": "${OIL}"}}}`,
    '{"reason": "It is in capitals.", "met": true}',
    `{"thought": "Done.", "answer": "${OIL.toUpperCase()}"}`,
    '{"reason": "It is in capitals.", "met": true}',
    OIL.toUpperCase(),
  ],
  'planner-state-machine': [
    JSON.stringify({
      plan_type: 'loom.care',
      description: 'Say what a loom needs in spring',
      states: {
        start: { state_name: 'start', description: 'Begin', default_next: 'look' },
        look: {
          state_name: 'look',
          description: 'Read the care',
          action: { event_type: 'documents.read', response_event: 'care.read', data: { document: 'care' } },
          transitions: [
            { on_event: 'care.read', to_state: 'tell' },
            { on_event: 'care.failed', to_state: 'sorry' },
          ],
        },
        tell: {
          state_name: 'tell',
          description: 'Tell them',
          action: { event_type: 'text.say', response_event: 'told', data: { text: '{results.look.text}' } },
          default_next: 'done',
        },
        sorry: {
          state_name: 'sorry',
          description: 'Say that it is not there',
          action: {
            event_type: 'text.say',
            response_event: 'told',
            data: { text: 'There is nothing about it.' },
          },
          default_next: 'done',
        },
        done: { state_name: 'done', description: 'Said', is_terminal: true },
      },
    }),
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
      const reply = ANSWERS[page]?.[next++] ?? '';
      const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
      now += 600 + 4 * text.length;
      if (typeof reply === 'string') yield { type: 'text', text };
      else for (const call of reply) yield { type: 'tool-call', ...call };
      const words = (all: string) => Math.ceil(all.length / 4);
      const usage = {
        inputTokens: words(messages.map((message) => message.text).join(' ')),
        outputTokens: words(text),
      };
      yield { type: 'done', usage, finishReason: typeof reply === 'string' ? 'stop' : 'tool-calls' };
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
