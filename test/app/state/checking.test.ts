import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Diagnostic } from '#base';
import { builtInCapabilities } from '#capabilities';
import { createEditor } from '#editor';
import { check, type Workspace } from '#plan';
import { catalogueOf } from '#runtime';
import { keepChecked } from '../../../src/app/state/autosave';
import { workspace } from '../../notation/plan';
import { eventually } from '../../tools/eventually';

beforeAll(() => vi.stubGlobal('window', { setTimeout }));
let stop = (): void => {};
afterEach(() => stop());

const among = (of: Workspace) => catalogueOf(of, builtInCapabilities());

/** An editor whose document counts as large; each question is answered when the test says so. */
function opened(text: string) {
  const document = workspace(text);
  const editor = createEditor({ workspace: document, catalogue: among(document), now: () => 0 });
  const asked: { readonly of: Workspace; readonly answer: (isThere: boolean) => void }[] = [];
  const work = {
    isLarge: () => true,
    problems: (of: Workspace) =>
      new Promise<readonly Diagnostic[] | null>((resolve) => {
        asked.push({ of, answer: (isThere) => resolve(isThere ? check(of, among(of)) : null) });
      }),
  };
  stop = keepChecked({ editor, work }, document, among);
  const codes = () => editor.problems.getState().diagnostics.map(({ code }) => code);
  const remove = (node: string): void => {
    const edit = { edit: 'remove-nodes', plan: 'main', nodes: [node] } as const;
    expect(editor.edit(edit, { label: 'Delete', still: true }).ok).toBe(true);
  };
  return { editor, asked, codes, remove };
}

const CALLS_NOBODY = 'a: CAPABILITY nobody\nb: CAPABILITY nobody';

test('fault X5 E4 problems of a large document follow it when they have been found beside the page', async () => {
  const { editor, asked, codes, remove } = opened(CALLS_NOBODY);
  const before = codes().length;
  remove('a');
  await eventually(() => expect(asked).toHaveLength(1));
  expect(codes()).toHaveLength(before);
  asked[0]?.answer(true);
  await eventually(() =>
    expect(codes()).toEqual(check(editor.workspace, editor.catalogue).map(({ code }) => code)),
  );
  expect(codes().length).toBeLessThan(before);
  expect(editor.problems.getState().revision).toBe(editor.document.getState().revision);
});

test('fault X5 an answer that comes late takes back nothing that is known of a later document', async () => {
  const { editor, asked, remove } = opened(CALLS_NOBODY);
  remove('a');
  await eventually(() => expect(asked).toHaveLength(1));
  remove('b');
  await eventually(() => expect(asked).toHaveLength(2));
  asked[1]?.answer(true);
  await eventually(() => expect(editor.problems.getState().revision).toBe(2));
  const known = editor.problems.getState();
  asked[0]?.answer(true);
  await asked[0];
  expect(editor.problems.getState()).toBe(known);
});

test('fault X5 where no worker can be had the page looks for problems itself', async () => {
  const { editor, asked, remove } = opened(CALLS_NOBODY);
  remove('a');
  await eventually(() => expect(asked).toHaveLength(1));
  asked[0]?.answer(false);
  await eventually(() => expect(editor.problems.getState().revision).toBe(1));
});
