import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { addNode, addState, createEditor, type Editor, fitsHere } from '#editor';
import { check, write } from '#plan';
import { paletteSections } from '../../src/app/design/Palette';
import { blankMachine, blankWorkspace } from '../../src/app/library/placeWorkspace';

const ITEMS = paletteSections(BUILT_IN_CATALOGUE)
  .flatMap(({ items }) => items)
  .filter(({ type }) => type !== 'NOTE');

const ITEMS_OF_ALL = paletteSections(BUILT_IN_CATALOGUE)
  .flatMap(({ items }) => items.map(({ key }) => key))
  .sort();

const newEditor = (): Editor =>
  createEditor({ workspace: blankWorkspace(), catalogue: BUILT_IN_CATALOGUE, now: () => 1_000 });

const codes = ({ workspace }: Editor) => check(workspace, BUILT_IN_CATALOGUE).map(({ code }) => code);

describe('E1 six nodes by `N` alone', () => {
  test.each(
    ITEMS.filter(({ type }) => type !== 'END').map(({ key, type, capability }) => [key, type, capability]),
  )('%s: each is reached, and six undos take them back', (_key, type, capability) => {
    const editor = newEditor();
    const before = write(editor.workspace);
    for (let times = 0; times < 6; times++) addNode(editor, type, capability ? { capability } : {});
    expect(codes(editor)).not.toContain('UNREACHABLE');
    expect(codes(editor)).not.toContain('SEVERAL_STARTS');
    for (let times = 0; times < 6; times++) editor.undo();
    expect(write(editor.workspace)).toBe(before);
  });

  test('those that need nothing else make a plan without a problem', () => {
    const editor = newEditor();
    for (const type of ['CAPABILITY', 'TRANSFORM', 'IF', 'DELAY', 'LOOP', 'HUMAN_INPUT'] as const) {
      addNode(editor, type);
    }
    expect(check(editor.workspace, BUILT_IN_CATALOGUE)).toEqual([]);
  });
});

describe('D9 what is offered for a plan that waits', () => {
  test('capabilities that it calls stay with their family; others stand under what would widen it', () => {
    const sections = paletteSections(BUILT_IN_CATALOGUE, new Set(['text.say']));
    const wider = sections.at(-1);
    expect(wider?.title).toBe('Would widen what it may do');
    const marked = sections.flatMap(({ items }) => items.filter(({ widens }) => widens));
    expect(marked).toEqual(wider?.items);
    expect(marked.map(({ capability }) => capability)).not.toContain('text.say');
    const all = (groups: typeof sections) =>
      groups.flatMap(({ items }) => items.map(({ key }) => key)).sort();
    expect(all(sections)).toEqual(ITEMS_OF_ALL);
  });

  test('where it calls all that it may, nothing would widen it', () => {
    const all = new Set(BUILT_IN_CATALOGUE.keys());
    expect(paletteSections(BUILT_IN_CATALOGUE, all)).toEqual(paletteSections(BUILT_IN_CATALOGUE));
  });
});

describe('E1 what is offered', () => {
  test('no second START, and no END where it would cut something off', () => {
    const fits = fitsHere(newEditor());
    expect([fits('START'), fits('END'), fits('IF')]).toEqual(['no', 'no', 'yes']);
  });

  test('an END goes beside the chosen edge, never into it', () => {
    const editor = newEditor();
    const [edge] = editor.scene.getState().graph.edges;
    editor.select([], [edge?.key ?? '']);
    const end = addNode(editor, 'END');
    const { edges } = editor.scene.getState().graph;
    expect(edges.map(({ key }) => key)).toContain(edge?.key);
    expect(edges.filter(({ from, to }) => from === end || to === end)).toEqual([]);
  });

  test('an END at a way that leads nowhere', () => {
    const editor = newEditor();
    const gate = addNode(editor, 'IF') ?? '';
    expect(fitsHere(editor, { from: { key: gate, port: 'else' } })('END')).toBe('yes');
  });

  test('behind a PLANNER what runs its plan comes first', () => {
    const editor = newEditor();
    addNode(editor, 'PLANNER');
    expect(fitsHere(editor)('PLAN_EXECUTOR')).toBe('next');
  });
});

describe('E1 six states by `N` alone', () => {
  const machine = { ...blankWorkspace(), plans: [blankMachine('main', 'Main')] };
  const onMachine = (): Editor =>
    createEditor({ workspace: machine, catalogue: BUILT_IN_CATALOGUE, now: () => 1_000 });

  test.each([
    ['atomic', null],
    ['atomic', '/start'],
    ['atomic', '/end'],
    ['compound', null],
    ['parallel', '/start'],
    ['final', '/start'],
  ] as const)('%s, from %s: no problem, and six undos take them back', (kind, focus) => {
    const editor = onMachine();
    if (focus !== null) editor.select([focus]);
    for (let times = 0; times < 6; times++) addState(editor, kind);
    expect(check(editor.workspace, BUILT_IN_CATALOGUE)).toEqual([]);
    for (let times = 0; times < 6; times++) editor.undo();
    expect(editor.workspace).toEqual(machine);
  });

  test('into the only transition of the state in focus, and into the one that is chosen', () => {
    const editor = onMachine();
    editor.select(['/start']);
    addState(editor, 'atomic');
    const lines = () =>
      editor.scene.getState().graph.edges.flatMap(({ key, implied }) => (implied ? [] : [key]));
    expect(lines()).toEqual(['start/on/0->state-1', 'state-1/on/0->end']);
    editor.select([], ['start/on/0->state-1']);
    addState(editor, 'atomic');
    expect(lines()).toEqual(['start/on/0->state-2', 'state-1/on/0->end', 'state-2/on/0->state-1']);
  });
});
