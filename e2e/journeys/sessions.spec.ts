import { writeFile } from 'node:fs/promises';

import { expect, test } from '../fixtures/test';

import { fileOf } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { planloom } from '../pages/commandLine';
import { commitsOf, expectEqual, ledgerIn, sameRun, withoutBudget } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const TALK = {
  format: 'planloom/workspace',
  version: 1,
  id: 'talk',
  name: 'Talk',
  plans: [
    {
      id: 'main',
      kind: 'capability',
      name: 'Answer',
      variables: [
        { id: 'question', scope: 'IN', schema: { type: 'string', title: 'Question' } },
        { id: 'answer', scope: 'OUT', schema: { type: 'string' } },
      ],
      result: { answer: '{{ answer }}' },
      nodes: [
        {
          id: 'note',
          type: 'CAPABILITY',
          name: 'Note it',
          params: { capability: 'notepad.write' },
          input: { name: 'asked', text: '{{ question }}' },
        },
        {
          id: 'find',
          type: 'CAPABILITY',
          name: 'Recall',
          params: { capability: 'memory.recall' },
          input: { query: 'bees lavender' },
          output: { answer: "'Known: ' + result.text" },
        },
        {
          id: 'keep',
          type: 'CAPABILITY',
          name: 'Remember',
          params: { capability: 'memory.remember' },
          input: { text: 'Bees like lavender.' },
        },
      ],
      edges: [
        { from: 'note', to: 'find' },
        { from: 'find', to: 'keep' },
      ],
    },
  ],
};

test('P16 a session is chosen at Run, told to its next run, looked at and deleted; the command line records the same', async ({
  app,
  page,
}, info) => {
  const sharing = new Sharing(app);
  await sharing.bringIn(fileOf('talk.planloom.json', TALK));
  const texts: string[] = [];
  for (const question of ['What do bees like?', 'And what else?']) {
    await app.button('Start with…').click();
    if (texts.length === 0) await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    const dialog = app.dialog('Run “Answer”');
    await dialog.getByRole('textbox', { name: 'Question' }).fill(question);
    await dialog.getByRole('combobox', { name: 'Session' }).fill('talk');
    const before = shownRun(page.url());
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    // Until it begins, what is shown is the run of before.
    await expect.poll(() => shownRun(page.url())).not.toBe(before);
    await app.expectRun('completed');
    texts.push(await sharing.download('This run'));
  }
  await test.step('the second run knows of the first', async () => {
    const [started] = commitsOf(texts[1] ?? '');
    expect(started?.fact).toMatchObject({
      session: {
        turns: [
          { role: 'user', text: 'What do bees like?' },
          { role: 'agent', text: 'Known: ' },
        ],
        notes: [{ name: 'asked', text: 'What do bees like?' }],
        variables: [{ name: 'answer', text: '"Known: "' }],
      },
    });
  });
  await test.step('K3 the command line keeps its session beside the ledgers, and records the same', async () => {
    const workspace = info.outputPath('workspace.planloom.json');
    await writeFile(workspace, await sharing.download('Workspace'));
    for (const [at, question] of ['What do bees like?', 'And what else?'].entries()) {
      const own = info.outputPath(`own-${at}.ndjson`);
      const input = ['--input', JSON.stringify({ question }), '--session', 'talk'];
      const text = texts[at] ?? '';
      const ran = await planloom(['run', workspace, '--yes', '--ledger', own, ...input, ...sameRun(text)]);
      expect(ran, ran.beside).toMatchObject({ code: 0, json: { status: 'completed' } });
      expectEqual(withoutBudget(await ledgerIn(own)), withoutBudget(commitsOf(text)));
    }
  });
  const dialog = app.dialog('Sessions');
  await test.step('what it holds is looked at', async () => {
    await app.openTab('Runs');
    await app.button('What sessions hold').click();
    await expect(dialog.getByRole('combobox', { name: 'Session' })).toHaveValue('talk');
    await expect(dialog.getByRole('listitem')).toHaveText([
      /What do bees like\?.*Known: /s,
      /And what else\?.*Known: Bees like lavender\./s,
    ]);
    await expectAccessible(app, 'what a session holds');
    await dialog.getByRole('tab', { name: 'Transcript' }).press('ArrowRight');
    await expect(dialog.getByRole('listitem')).toHaveText(['asked And what else?']);
    await dialog.getByRole('tab', { name: 'Variables' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText([/^answer "Known: /]);
    await dialog.getByRole('tab', { name: 'Memory' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText(['Bees like lavender.', 'Bees like lavender.']);
  });
  await test.step('it is given a name, by which lists call it from then on', async () => {
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Talk of bees');
    await name.press('Enter');
    await expect(dialog.getByRole('combobox', { name: 'Session' }).getByRole('option')).toHaveText([
      'Talk of bees',
    ]);
    await expect(dialog.getByRole('combobox', { name: 'Session' })).toHaveValue('talk');
  });
  await test.step('and deleted', async () => {
    page.once('dialog', (asked) => void asked.accept());
    await dialog.getByRole('button', { name: 'Delete what it holds' }).click();
    await dialog.getByRole('tab', { name: 'Transcript' }).click();
    await expect(dialog).toContainText('No run of it has ended yet.');
  });
});

/** The run that the address names; null where it names none. */
function shownRun(url: string): string | null {
  return new URL(url).searchParams.get('run');
}
