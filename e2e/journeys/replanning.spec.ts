import { saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { say } from '../fixtures/streamed';
import { expectAccessible } from '../pages/accessible';
import { connectModel, planWith } from '../pages/models';

const FIRST = [
  say('look', { input: { text: 'The key is missing.' } }),
  say('open', { dependsOn: ['look'] }),
  say('leave', { dependsOn: ['open'] }),
];
/** It reaches further than the first plan, so that a person is asked. */
const SECOND = [
  { id: 'load', name: 'Load', toolId: 'table.load', input: { document: 'sales' }, dependsOn: ['look'] },
  say('open', { dependsOn: ['load'], input: { text: 'Open, please.' } }),
];

test('P9 a plan in doubt is re-planned: the difference is drawn and told, asks where it reaches further, and runs on', async ({
  app,
  model,
  page,
}) => {
  model.script(saysJson({ steps: FIRST }), saysJson({ steps: SECOND }));
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'llm');
  const inspector = app.panel('Inspector');

  await test.step('the form of the executor turns it on; without settings the usual ones count', async () => {
    await app.node('Carry it out').click({ position: { x: 60, y: 15 } });
    await inspector
      .getByRole('combobox', { name: 'Ask before it runs' })
      .selectOption('When a revision wants more');
    await inspector.getByRole('combobox', { name: 'Re-plan' }).selectOption('When the plan is in doubt');
    await expect(inspector.getByRole('textbox', { name: 'Most revisions' })).toHaveAttribute(
      'placeholder',
      '3',
    );
  });
  await test.step('what a step gave contains a keyword: its planner is asked, and the revision waits for a yes', async () => {
    await app.run();
    await expect(app.node('Load')).toContainText('added');
    await expect(app.node('Look')).toContainText('kept');
    await expect(app.node('Open')).toContainText('changed');
    await expect(app.node('Leave')).toContainText('dropped');
    await expect(
      app.canvas.getByRole('list', { name: 'Changes of Carry it out' }).getByRole('listitem'),
    ).toHaveText(['1 kept', '1 added', '1 changed', '1 dropped']);
    await app.node('Look').click();
    for (const next of ['Load', 'Open', 'Leave', 'Load']) {
      await page.keyboard.press('j');
      await expect(app.node(next)).toBeFocused();
    }
    await page.keyboard.press('k');
    await expect(app.node('Leave')).toBeFocused();
    await expectAccessible(app, 'a revision that waits');
    const asked = JSON.stringify(model.requests[1]?.body);
    expect(asked).toContain('may not go on as it is');
  });
  await test.step('the banner says what is new, and why; in the hand the steps carry the same marks', async () => {
    await expect(page.getByText('Revision 2 of “Carry it out” may also use table.load')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    const steps = app.panel('Steps');
    await expect(steps.getByRole('button', { name: /^Load.*added/ })).toBeVisible();
    await expect(steps.getByRole('button', { name: /^Leave.*dropped/ })).toBeVisible();
    await expectAccessible(app, 'a revision in the hand');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('approved, it runs on; what has run is not run again', async () => {
    await app.button('Approve').click();
    await app.expectRun('completed');
    await app.expectNode('Open', 'CAPABILITY', 'succeeded');
    await expect(app.node('Leave')).toHaveCount(0);
  });
  await test.step('the inspector of the executor tells why, in numbers, and field by field', async () => {
    await app.node('Carry it out').click({ position: { x: 60, y: 15 } });
    await inspector.getByRole('tab', { name: 'Attempts' }).click();
    const revision = inspector.getByRole('article', { name: 'Revision 1 → 2' });
    await expect(revision).toContainText('What came of the step "look" contains "missing".');
    await expect(revision.getByRole('list', { name: 'Changes of revision 1 → 2' })).toHaveText(
      '1 kept1 added1 changed1 dropped',
    );
    await expect(revision.getByRole('list', { name: 'Steps' })).toContainText('Open, please.');
    await expectAccessible(app, 'the revisions of an executor');
  });
});
