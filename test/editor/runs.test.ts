import { describe, expect, test } from 'vitest';
import { addNode, contextOf, moveNodes, pathOf, renameNode, runCommand } from '#editor';
import type { Commit } from '#kernel';
import { planHash } from '#plan';
import { ledger } from '../notation/ledger';
import { editorOn } from './editorOn';

const text = `
  in question
  plan: PLANNER htn {name: "Plan it"}
  run: PLAN_EXECUTOR dynamicPlan {name: "Carry it out"}
  plan -> run
`;

const LINES = `
  0 begin {"question": "hi"}
    start /plan#1
    plan /plan!1 1
  1 step /plan!1 0 a: CAPABILITY echo
  2 reply /plan!1 accepted a: CAPABILITY echo
    ok /plan#1
    start /run
    open /run@1 a: CAPABILITY echo
    start /run@1/a#1
    call /run@1/a#1 echo
  3 done /run@1/a#1 1
    ok /run@1/a#1 1
    ok /run
    completed
`;

/** An editor on the plan, and a ledger of a run of it that names its hash. */
function withRun(hosted = true) {
  const { editor } = editorOn(text);
  const [plan] = editor.workspace.plans;
  if (plan?.kind !== 'capability') throw new Error('a capability plan');
  const commits = ledger(plan, LINES).map(
    (commit): Commit =>
      commit.fact.type === 'run.started'
        ? { ...commit, fact: { ...commit.fact, planHash: planHash(plan, editor.workspace) } }
        : commit,
  );
  editor.cursor.attach('run-1', commits.slice(0, 1), hosted);
  editor.showRun('run-1');
  return { editor, commits };
}

describe('D3 time travel', () => {
  test('the scene follows the run live, and stays where it was put', () => {
    const { editor, commits } = withRun();
    const statuses = () => editor.scene.getState().graph.nodes.map((node) => `${node.key} ${node.status}`);
    expect(statuses()).toEqual(['/plan running', '/run pending']);
    for (const commit of commits.slice(1)) editor.cursor.append('run-1', commit);
    expect(statuses()).toEqual(['/plan succeeded', '/run succeeded', '/run@1/a succeeded']);
    editor.cursor.seek(2);
    expect(statuses()).toEqual(['/plan running', '/run pending', '/run@1/a planned']);
    expect(editor.scene.getState().previous?.position).toBe(1);
    expect(editor.scene.getState().view?.position).toBe(2);
  });

  test('steps stop at the ends; forward from the last is live', () => {
    const { editor, commits } = withRun();
    for (const commit of commits.slice(1)) editor.cursor.append('run-1', commit);
    const at = () => editor.runs.getState().position;
    runCommand(editor, 'travel.back');
    expect(at()).toBe(3);
    runCommand(editor, 'travel.first');
    runCommand(editor, 'travel.back');
    expect(at()).toBe(0);
    editor.cursor.seek(99);
    expect(at()).toBe(4);
    runCommand(editor, 'travel.forward');
    expect(at()).toBeNull();
  });

  test('a commit that arrives does not move somebody who looks at the past', () => {
    const { editor, commits } = withRun();
    editor.cursor.seek(1);
    for (const commit of commits.slice(1)) editor.cursor.append('run-1', commit);
    expect(editor.scene.getState().view?.position).toBe(1);
    expect(editor.scene.getState().run?.commits).toHaveLength(4);
  });

  test('a run that is not attached cannot be shown, grown or left', () => {
    const { editor, commits } = withRun();
    editor.showRun('other');
    expect(editor.scene.getState().view).toBeNull();
    const [first] = commits;
    if (first) editor.cursor.append('other', first);
    editor.cursor.seek(3);
    expect(editor.runs.getState()).toMatchObject({ shown: null, position: null });
  });

  test('detaching the run that is shown goes back to the plan', () => {
    const { editor } = withRun();
    editor.cursor.detach('run-1');
    expect(editor.scene.getState()).toMatchObject({ view: null, run: null });
    expect(editor.runs.getState().runs.size).toBe(0);
  });
});

describe('K6 a run whose host is gone', () => {
  test('is shown paused (interrupted) live, and as it was in its past', () => {
    const { editor } = withRun(false);
    expect(editor.scene.getState().view).toMatchObject({ status: 'paused', pausedBecause: 'interrupted' });
    expect(editor.scene.getState().graph.nodes[0]?.status).toBe('paused');
    editor.cursor.seek(1);
    expect(editor.scene.getState().view?.status).toBe('running');
    editor.cursor.seek(null);
    editor.cursor.setHosted('run-1', true);
    expect(editor.scene.getState().view?.status).toBe('running');
  });
});

describe('editing while a run is shown', () => {
  test('places, names and notes change the picture of the run', () => {
    const { editor } = withRun();
    moveNodes(editor, new Map([['/plan', { x: 200, y: 40 }]]));
    renameNode(editor, '/plan', 'Think');
    expect(editor.scene.getState().view).not.toBeNull();
    expect(editor.scene.getState().graph.nodes[0]).toMatchObject({ title: 'Think', status: 'running' });
    expect(editor.scene.getState().boxes.get('/plan')).toMatchObject({ x: 200, y: 40 });
  });

  test('a change of meaning shows the plan; the run then reads with its own definition, read-only', () => {
    const { editor } = withRun();
    addNode(editor, 'NOTE', { connect: false });
    expect(editor.scene.getState().view).not.toBeNull();
    editor.undo();
    addNode(editor, 'TRANSFORM', { connect: false });
    expect(editor.scene.getState().view).toBeNull();
    expect(editor.scene.getState().graph.nodes).toHaveLength(3);
    editor.showRun('run-1');
    expect(editor.scene.getState()).toMatchObject({ readOnly: true });
    expect(editor.scene.getState().graph.nodes).toHaveLength(2);
    expect(addNode(editor, 'NOTE')).toBeNull();
    expect(contextOf(editor, 'canvas').readOnly).toBe(true);
  });

  test('D7 which run it was is known until a run is shown, the plan is asked for, or it is forgotten', () => {
    const left = (then: (editor: ReturnType<typeof withRun>['editor']) => void) => {
      const { editor } = withRun();
      addNode(editor, 'DELAY');
      expect(editor.runs.getState()).toMatchObject({ shown: null, left: 'run-1' });
      addNode(editor, 'DELAY');
      then(editor);
      return editor.runs.getState().left;
    };
    expect(left(() => undefined)).toBe('run-1');
    expect(left((editor) => editor.showRun('run-1'))).toBeNull();
    expect(left((editor) => editor.showRun(null))).toBeNull();
    expect(left((editor) => editor.cursor.detach('run-1'))).toBeNull();
    expect(left((editor) => editor.cursor.showLeft('other'))).toBeNull();
    const again = left((editor) => {
      editor.showRun(null);
      editor.cursor.showLeft('run-1');
    });
    expect(again, 'as after a reload').toBe('run-1');
  });

  test('what a planner made is selected and read, never edited', () => {
    const { editor, commits } = withRun();
    for (const commit of commits.slice(1)) editor.cursor.append('run-1', commit);
    editor.select(['/run@1/a']);
    expect(editor.selection.getState().focus).toBe('/run@1/a');
    expect(renameNode(editor, '/run@1/a', 'x')).toBe(false);
    expect(runCommand(editor, 'edit.delete')).toBe(true);
    expect(editor.document.getState().revision).toBe(0);
  });
});

test('D4 inside an executor the path of names leads back', () => {
  const { editor, commits } = withRun();
  for (const commit of commits.slice(1)) editor.cursor.append('run-1', commit);
  editor.enter('/run');
  expect(pathOf(editor.scene.getState())).toEqual([
    { key: null, title: 'main' },
    { key: '/run', title: 'Carry it out' },
  ]);
  expect(editor.scene.getState().boxes.get('/run@1/a')).toMatchObject({ scale: 1 });
  editor.enter('/plan');
  expect(editor.scene.getState().inside).toBe('/run');
  editor.enter(null);
  expect(editor.scene.getState().inside).toBeNull();
});

test('D4 what is chosen inside a box is not when it is left and no more drawn', () => {
  const { editor, commits } = withRun();
  for (const commit of commits.slice(1)) editor.cursor.append('run-1', commit);
  editor.enter('/run');
  editor.select(['/run@1/a']);
  editor.fold('/run', true);
  editor.enter(null);
  expect([...editor.selection.getState().nodes]).toEqual([]);
});

test('what keys may do follows the run', () => {
  const { editor } = withRun();
  expect(contextOf(editor, 'canvas')).toMatchObject({ runActive: true, runStopped: false, runShown: true });
  const [paused] = ledger(
    editor.scene.getState().plan ?? (undefined as never),
    '5 pause\n  paused\n  approval /run!approve Run it?',
  );
  if (paused) editor.cursor.append('run-1', paused);
  expect(contextOf(editor, 'canvas')).toMatchObject({ runStopped: true, approval: true });
});
