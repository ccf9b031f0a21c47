import { expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { commandForKey, contextOf, runCommand } from '#editor';
import { planHash } from '#plan';
import { answers, MODELS } from '../notation/models';
import { runOf, tool } from '../notation/run';
import { editorOn } from './editorOn';

const acts = (thought: string): JsonObject => answers({ thought, action: { tool: 'find', input: {} } });

/** An agent that has had two turns and is in its third, in a run that is shown live. */
function atThirdTurn() {
  const { editor } = editorOn('a: AGENT Tell them {tools: [find]}\nz: CAPABILITY echo\na -> z');
  const [plan] = editor.workspace.plans;
  if (plan?.kind !== 'capability') throw new Error('a capability plan');
  const run = runOf(plan, {
    closure: {
      models: MODELS,
      capabilities: [tool('model.generate', 'read'), tool('find', 'read'), tool('echo')],
    },
  });
  for (const turn of [1, 2]) {
    run.done(`/a/think-${turn}#1`, acts(`Turn ${turn}.`));
    run.done(`/a/act-${turn}#1`, 'found');
  }
  const commits = run.commits.map((commit) =>
    commit.fact.type === 'run.started'
      ? { ...commit, fact: { ...commit.fact, planHash: planHash(plan, editor.workspace) } }
      : commit,
  );
  editor.cursor.attach('run-1', commits, true);
  editor.showRun('run-1');
  editor.select(['/a']);
  return editor;
}

test('L11 D3 Up and Down on the turns of an agent show the run as it was at the end of each, and lead back to now', () => {
  const editor = atThirdTurn();
  const position = () => editor.runs.getState().position;
  const tell = () => {
    const [agent] = editor.scene.getState().graph.nodes;
    const lines = agent?.type === 'AGENT' ? (agent.agent?.lines ?? []) : [];
    return lines.map(({ turn, text }) => `${turn} ${text}`).at(-1);
  };
  expect(tell()).toBe('3 thinking…');
  runCommand(editor, 'travel.turn-back');
  expect(position()).toBe(5);
  runCommand(editor, 'travel.turn-back');
  expect(position()).toBe(3);
  expect(tell()).toBe('2 thinking…');
  runCommand(editor, 'travel.turn-back');
  expect(position(), 'there is no turn before the first').toBe(3);
  runCommand(editor, 'travel.turn-forward');
  runCommand(editor, 'travel.turn-forward');
  expect(position()).toBeNull();
});

test('E3 the arrows mean turns on the turns alone; F forks there', () => {
  const editor = atThirdTurn();
  const commandOn = (focus: 'canvas' | 'turns', key: string) =>
    commandForKey({ key }, contextOf(editor, focus));
  expect(commandOn('canvas', 'ArrowUp')).toBe('select.up');
  expect(commandOn('turns', 'ArrowUp')).toBe('travel.turn-back');
  expect(commandOn('turns', 'ArrowDown')).toBe('travel.turn-forward');
  expect(commandOn('turns', 'Escape')).toBe('travel.turns-leave');
  expect(commandOn('turns', 'f')).toBe('run.fork');
});

test('L11 a step without turns has none to walk', () => {
  const editor = atThirdTurn();
  editor.select(['/z']);
  runCommand(editor, 'travel.turn-back');
  expect(editor.runs.getState().position).toBeNull();
});
