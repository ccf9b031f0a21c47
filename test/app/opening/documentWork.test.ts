import { describe, expect, it } from 'vitest';
import { builtInCapabilities } from '#capabilities';
import { createEditor, type Editor } from '#editor';
import { check, type Workspace, workspaceHash, write } from '#plan';
import { catalogueOf } from '#runtime';
import { DocumentWork } from '../../../src/app/opening/openSession';
import { countValues, type Difference } from '../../../src/app/opening/transfer';

import { Desk } from '../../../src/app/share/reading/desk';
import type { Reader } from '../../../src/app/share/reading/reader';
import { workspace } from '../../notation/plan';
import { largePlan } from './largePlan';

const CATALOGUE = catalogueOf(workspace('say: CAPABILITY echo'), builtInCapabilities());

/** The worker's side: a desk of its own that shares nothing with the page. `dies` says at which question it does. */
async function beside(text: string, dies: (question: number) => boolean = () => false) {
  let desk = new Desk();
  const prepared = await desk.prepare(text, () => {});
  if (prepared.kind !== 'document') throw new Error('It cannot be read.');
  const told: (Difference | null)[] = [];
  const follow = async (task: 'problems' | 'written', difference: Difference | null): Promise<unknown> => {
    told.push(difference);
    if (dies(told.length)) {
      desk = new Desk();
      throw new Error('The worker died.');
    }
    return structuredClone(await desk[task](structuredClone(difference)));
  };
  const unused = () => Promise.reject(new Error('Nothing else is asked.'));
  const reader: Reader = {
    ...{ read: unused, place: unused, prepare: unused, close: () => {} },
    follow: follow as Reader['follow'],
  };
  const { workspace: opened, diagnostics } = structuredClone(prepared);
  const editor = createEditor({
    ...{ workspace: opened, catalogue: CATALOGUE, now: () => 0 },
    found: { diagnostics, boxes: new Map() },
  });
  return { editor, work: new DocumentWork(reader, opened), told };
}

const LARGE = largePlan(1_000);

function rename(editor: Editor, name: string): void {
  const edit = { edit: 'rename-workspace', name } as const;
  expect(editor.edit(edit, { label: 'Rename', still: true }).ok).toBe(true);
}

function breakNode(editor: Editor): void {
  const [plan] = editor.workspace.plans;
  const edit = { edit: 'remove-nodes', plan: plan?.id ?? '', nodes: ['n5'] } as const;
  expect(editor.edit(edit, { label: 'Delete', still: true }).ok).toBe(true);
}

const asKept = (now: Workspace) => ({ text: write(now), hash: workspaceHash(now) });

describe('fault X5 a large document is checked and written beside the page', () => {
  it('with what the page would find and write, after edits, undo and redo, and is told of little', async () => {
    const { editor, work, told } = await beside(LARGE);
    const steps = [
      () => rename(editor, 'Mine'),
      () => breakNode(editor),
      () => editor.undo(),
      () => editor.redo(),
      () => editor.undo(),
    ];
    expect(work.isLarge(editor.workspace)).toBe(true);
    for (const step of steps) {
      step();
      expect(await work.problems(editor.workspace)).toEqual(check(editor.workspace, CATALOGUE));
      expect(await work.written(editor.workspace)).toEqual(asKept(editor.workspace));
    }
    // The second question of each step is about the same document.
    expect(told.filter((one) => one === null)).toHaveLength(steps.length);
    expect(Math.max(...told.map((one) => countValues(one)))).toBeLessThan(100);
  });

  it('also where several questions are asked at once: each is about the document of its moment', async () => {
    const { editor, work } = await beside(LARGE);
    const asked: [Workspace, Promise<unknown>][] = [];
    for (const name of ['A', 'B', 'C']) {
      rename(editor, name);
      asked.push([editor.workspace, work.written(editor.workspace)]);
    }
    for (const [of, answer] of asked) expect(await answer).toEqual(asKept(of));
  });

  it('a worker that dies is started anew and has all of it; where that dies too, the page does the work', async () => {
    const { editor, work, told } = await beside(LARGE, (question) => [2, 4, 5].includes(question));
    rename(editor, 'First');
    expect(await work.written(editor.workspace)).toEqual(asKept(editor.workspace));
    rename(editor, 'Second');
    expect(await work.written(editor.workspace)).toEqual(asKept(editor.workspace));
    expect(told.map((one) => one?.is)).toEqual(['object', 'object', 'value']);
    expect(await work.problems(editor.workspace)).toBeNull();
    expect(await work.written(editor.workspace)).toEqual(asKept(editor.workspace));
    expect(told.map((one) => one?.is).slice(3)).toEqual([undefined, 'value', 'value']);
  });

  it('a small one is written by the page, and nobody is asked', async () => {
    const { work, told } = await beside(LARGE);
    const small = workspace('say: CAPABILITY echo');
    expect(work.isLarge(small)).toBe(false);
    expect(await work.written(small)).toEqual(asKept(small));
    expect(told).toEqual([]);
  });
});
