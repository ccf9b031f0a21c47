import { describe, expect, test } from 'vitest';
import {
  addNode,
  chooseRound,
  commandForKey,
  contextOf,
  copySelection,
  createEditor,
  dropNodes,
  leaveSubPlan,
  nextFailedRound,
  pasteText,
  removeSelection,
  retrace,
  runCommand,
  stepRound,
  walk,
} from '#editor';
import { tidy, tidyInput } from '#layout';
import { simpleEngine } from '../../src/layout/tidy';
import { ledger } from '../notation/ledger';
import { machine } from '../notation/machine';
import { plan, workspace } from '../notation/plan';
import { runOf } from '../notation/run';
import { CATALOGUE, drawn, editorOn } from './editorOn';

const GUARDED = `
  guard: TRY_CATCH
    try: BODY
      look: CAPABILITY echo
      keep: CAPABILITY echo
      look -> keep
    catch: BODY
      say: CAPABILITY echo
    finally: BODY
  after: CAPABILITY echo
  guard -> after
`;

const boxOf = (editor: ReturnType<typeof editorOn>['editor'], key: string) => {
  const box = editor.scene.getState().boxes.get(key);
  if (box === undefined) throw new Error(`${key} is not drawn`);
  return box;
};

describe('a TRY_CATCH on the canvas', () => {
  test('its lanes lie below its title, one under the other, as wide as the box', () => {
    const { editor } = editorOn(GUARDED);
    const [box, first, second, third] = ['/guard', '/guard.try', '/guard.catch', '/guard.finally'].map(
      (key) => boxOf(editor, key),
    );
    expect([first?.y, second?.y, third?.y]).toEqual([
      40,
      40 + (first?.height ?? 0),
      40 + (first?.height ?? 0) + (second?.height ?? 0),
    ]);
    expect(new Set([box?.width, first?.width, second?.width, third?.width]).size).toBe(1);
    expect(box?.height).toBe((third?.y ?? 0) + (third?.height ?? 0));
  });

  test('a node is added to the lane in focus, and to the try lane of the box', () => {
    const { editor } = editorOn(GUARDED);
    editor.select(['/guard.catch/say']);
    expect(addNode(editor, 'TRANSFORM')).toBe('/guard.catch/transform-1');
    expect(addNode(editor, 'TRANSFORM', { into: '/guard' })).toBe('/guard.try/transform-2');
    expect(addNode(editor, 'TRANSFORM', { into: '/guard.finally' })).toBe('/guard.finally/transform-3');
  });

  test('a node is dragged from lane to lane, and out; undo brings it back', () => {
    const { editor } = editorOn(GUARDED);
    const before = drawn(editor);
    dropNodes(editor, [{ key: '/guard.try/keep', parent: '/guard.finally', x: 20, y: 40 }]);
    expect(editor.scene.getState().graph.nodes.map(({ key }) => key)).toContain('/guard.finally/keep');
    dropNodes(editor, [{ key: '/guard.finally/keep', parent: null, x: 600, y: 0 }]);
    expect(editor.scene.getState().graph.nodes.map(({ key }) => key)).toContain('/keep');
    editor.undo();
    editor.undo();
    expect(drawn(editor)).toEqual(before);
  });

  test('a box is never dropped into a lane of its own, nor a node onto the box around the lanes', () => {
    const { editor } = editorOn(GUARDED);
    expect(dropNodes(editor, [{ key: '/guard', parent: '/guard.try', x: 0, y: 0 }])).toBe(false);
    expect(dropNodes(editor, [{ key: '/after', parent: '/guard', x: 0, y: 0 }])).toBe(false);
  });

  test('deleting in a lane heals there; a lane itself is not deleted', () => {
    const { editor } = editorOn(GUARDED);
    editor.select(['/guard.try']);
    expect(removeSelection(editor)).toBe(0);
    editor.select(['/guard.try/look']);
    expect(removeSelection(editor)).toBe(1);
    expect(drawn(editor)).not.toContain('look:out->keep');
  });

  test('a copy has all that is in its lanes, under fresh ids', () => {
    const { editor } = editorOn(GUARDED);
    editor.select(['/guard']);
    const text = copySelection(editor);
    expect(pasteText(editor, text ?? '')).toBe(1);
    const keys = editor.scene.getState().graph.nodes.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['/guard-2.try/look-2', '/guard-2.catch/say-2']));
  });

  test('Enter goes in to the first node, arrows lead from lane to lane, Escape out again', () => {
    const { editor } = editorOn(GUARDED);
    editor.select(['/guard']);
    runCommand(editor, 'select.open');
    expect(editor.selection.getState().focus).toBe('/guard.try/look');
    expect(walk(editor, 'down')).toBe('/guard.catch/say');
    expect(walk(editor, 'up')).toBe('/guard.try/look');
    runCommand(editor, 'select.leave');
    runCommand(editor, 'select.leave');
    expect(editor.scene.getState().inside).toBeNull();
  });

  test('a second tidy moves nothing', async () => {
    const { editor } = editorOn(GUARDED);
    const run = async () => {
      const { graph, boxes } = editor.scene.getState();
      return tidy(tidyInput(graph, boxes, editor.workspace.layout.main ?? {}), simpleEngine);
    };
    const first = await run();
    expect([...first.keys()].some((key) => /\.(try|catch|finally)$/.test(key))).toBe(false);
    const places = Object.fromEntries(
      [...first].map(([key, { x, y }]) => [key.slice(key.lastIndexOf('/') + 1), { x, y }]),
    );
    editor.edit({ edit: 'place-nodes', plan: 'main', places }, { label: 'Tidy', still: true });
    expect([...(await run())]).toEqual([...first]);
  });

  test('what stands beside it makes room when a lane grows', () => {
    const { editor } = editorOn(GUARDED);
    const below = addNode(editor, 'NOTE', {
      into: null,
      at: { x: 0, y: boxOf(editor, '/guard').height + 40 },
    });
    const y = boxOf(editor, below ?? '').y;
    addNode(editor, 'GROUP', { into: '/guard.catch', at: { x: 20, y: 200 } });
    expect(boxOf(editor, below ?? '').y).toBeGreaterThan(y);
  });
});

describe('D5 the picker of rounds', () => {
  const text = `
    each: ITERATOR items {concurrency: 3}
      look: CAPABILITY echo
  `;
  const shown = () => {
    const { editor } = editorOn(text);
    const commits = ledger(
      plan(text),
      `
      0 begin
        start /each
        start /each[0]/look#1
        start /each[1]/look#1
        start /each[2]/look#1
      1 error /each[1]/look#1 BROKEN
        fail /each[1]/look#1 BROKEN
    `,
    );
    editor.cursor.attach('run-1', commits, true);
    editor.showRun('run-1');
    editor.redraw();
    const address = () =>
      editor.scene.getState().graph.nodes.find(({ key }) => key === '/each/look')?.address;
    return { editor, address };
  };

  test('follows the run until a round is chosen, and goes from round to round', () => {
    const { editor, address } = shown();
    expect(address()).toBe('/each[2]/look');
    chooseRound(editor, '/each', 0);
    expect(address()).toBe('/each[0]/look');
    expect([stepRound(editor, -1), stepRound(editor, 1)]).toEqual([false, true]);
    expect(address()).toBe('/each[1]/look');
    chooseRound(editor, '/each', null);
    expect(address()).toBe('/each[2]/look');
  });

  test('finds failed ones', () => {
    const { editor, address } = shown();
    editor.select(['/each/look']);
    expect(nextFailedRound(editor)).toBe(true);
    expect(address()).toBe('/each[1]/look');
  });

  test('an address that is chosen in the ledger or the timeline draws its round', () => {
    const { editor, address } = shown();
    editor.select(['/each[0]/look#1']);
    expect([editor.selection.getState().focus, address()]).toEqual(['/each/look', '/each[0]/look']);
  });
});

test('D4 a SUB_PLAN opens its plan, and the way leads back', () => {
  const main = plan('sub: SUB_PLAN other');
  const other = plan('a: CAPABILITY echo', 'other');
  const editor = createEditor({ workspace: workspace([main, other]), catalogue: CATALOGUE, now: () => 0 });
  editor.select(['/sub']);
  expect(runCommand(editor, 'select.open')).toBe(true);
  expect(editor.scene.getState().open?.id).toBe('other');
  expect(editor.view.getState().trail).toEqual([{ planId: 'main', inside: null, key: '/sub' }]);
  expect(leaveSubPlan(editor)).toBe(true);
  expect([editor.scene.getState().open?.id, editor.selection.getState().focus]).toEqual(['main', '/sub']);
});

test('D5 the way that led to a plan is gone once more, unless it does not lead there', () => {
  const main = plan('box: GROUP ASYNC\n  sub: SUB_PLAN other');
  const other = plan('sub: SUB_PLAN last', 'other');
  const last = plan('a: CAPABILITY echo', 'last');
  const trail = [
    { planId: 'main', inside: '/box', key: '/box/sub' },
    { planId: 'other', inside: null, key: '/sub' },
  ];
  const on = () =>
    createEditor({ workspace: workspace([main, other, last]), catalogue: CATALOGUE, now: () => 0 });
  const editor = on();
  expect(retrace(editor, trail, 'last')).toBe(true);
  expect(editor.view.getState()).toMatchObject({ planId: 'last', inside: null, trail });
  leaveSubPlan(editor);
  leaveSubPlan(editor);
  expect(editor.scene.getState()).toMatchObject({ open: { id: 'main' }, inside: '/box' });
  const astray = on();
  expect(retrace(astray, trail, 'other')).toBe(false);
  expect(retrace(astray, [{ planId: 'gone', inside: null, key: '/sub' }], 'last')).toBe(false);
  expect(astray.view.getState()).toMatchObject({ planId: 'main', inside: null, trail: [] });
});

test('D1 M1 a machine in a plan that a plan runs is opened in a run, and stands where the run has it', () => {
  const flow = machine({ states: [{ id: 'in', on: [{ event: 'stop', target: 'in' }] }] }, 'flow');
  const inner = plan('each: GROUP ASYNC\n  deep: SUB_PLAN flow', 'inner');
  const main = plan('sub: SUB_PLAN inner');
  const run = runOf(main, { closure: { plans: [main, inner, flow] } });
  const editor = createEditor({
    workspace: workspace([main, inner, flow]),
    catalogue: CATALOGUE,
    now: () => 0,
  });
  editor.cursor.attach('run-1', run.commits, true);
  editor.showRun('run-1');
  editor.select(['/sub']);
  expect(runCommand(editor, 'select.open')).toBe(true);
  editor.select(['/sub/each/deep']);
  expect(runCommand(editor, 'select.open')).toBe(true);
  const { machine: drawn, light, stands } = editor.scene.getState();
  expect([drawn?.id, stands?.place, [...(light?.active ?? [])]]).toEqual(['flow', '/sub/each/deep', ['in']]);
  const context = contextOf(editor, 'canvas');
  expect(commandForKey({ key: 'r', code: 'KeyR' }, context)).toBe('run.from');
  expect(leaveSubPlan(editor)).toBe(true);
  expect(editor.selection.getState().focus).toBe('/sub/each/deep');
  expect(editor.scene.getState().inside).toBe('/sub');
});

test('M1 a plan that a state invokes is opened like that of a SUB_PLAN; in a run it stands where the run has it', () => {
  const leaf = machine(
    {
      states: [
        { id: 'in', on: [{ event: 'stop', target: 'out' }] },
        { id: 'out', type: 'final' },
      ],
    },
    'leaf',
  );
  const flow = machine({ states: [{ id: 'work', invoke: [{ plan: 'leaf' }] }] });
  const main = plan('sub: SUB_PLAN flow');
  const run = runOf(main, { closure: { plans: [main, flow, leaf] } });
  const editor = createEditor({
    workspace: workspace([main, flow, leaf]),
    catalogue: CATALOGUE,
    now: () => 0,
  });
  editor.cursor.attach('run-1', run.commits, true);
  editor.showRun('run-1');
  for (const key of ['/sub', '/work']) {
    editor.select([key]);
    expect(runCommand(editor, 'select.open')).toBe(true);
  }
  const { machine: drawn, light, stands } = editor.scene.getState();
  expect([drawn?.id, stands?.place, [...(light?.active ?? [])]]).toEqual([
    'leaf',
    '/sub/work[0]/invoke',
    ['in'],
  ]);
  expect(leaveSubPlan(editor)).toBe(true);
  expect(editor.scene.getState().stands?.place).toBe('/sub');
  expect(editor.selection.getState().focus).toBe('/work');
});
