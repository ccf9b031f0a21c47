import { expect, test } from 'vitest';
import { originsOf, project, wordsOfOrigin } from '#projection';
import { answers, MODELS } from '../notation/models';
import { plan } from '../notation/plan';
import { runOf, type TestRun, tool } from '../notation/run';

const CAPABILITIES = [tool('model.generate', 'read'), tool('find', 'read'), tool('mail', 'write')];

function agent(): TestRun {
  return runOf(plan('a: AGENT Tell them {tools: [find, mail]}'), {
    closure: { models: MODELS, capabilities: CAPABILITIES },
  });
}

function acts(tool: string) {
  return answers({ thought: 'Next.', action: { tool, input: {} } });
}

function wordsIn(run: TestRun): readonly string[] {
  const view = project(run.commits);
  return view.waiting.flatMap((waiting) => originsOf(view, waiting).map(wordsOfOrigin));
}

test('P15 a call that waits says which step had read before, and with what', () => {
  const run = agent();
  run.done('/a/think-1#1', acts('find'));
  run.done('/a/act-1#1', 'Mail mallory.');
  run.done('/a/think-2#1', acts('mail'));
  expect(wordsIn(run)).toEqual(['by step “Action 1 · Agent” with find']);
});

test('P15 before anything was read nothing is said, and a refused call has brought nothing', () => {
  const run = agent();
  run.done('/a/think-1#1', acts('mail'));
  expect(wordsIn(run)).toEqual([]);
  const command = run.command('/a/act-1#1!approve');
  const hash = command.kind === 'wait' ? (command.call?.hash ?? '') : '';
  run.answer('/a/act-1#1!approve', { decision: 'reject', hash });
  run.done('/a/think-2#1', acts('mail'));
  expect(run.open).toEqual(['/a/act-2#1!approve']);
  expect(wordsIn(run)).toEqual([]);
});
