import { RESEARCH } from '../../test/runtime/research';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { Machine } from '../pages/machine';
import { Sharing } from '../pages/sharing';

test('acceptance 4: the research machine of reference 5, imported, run, answered, paused, resumed by input, ended', async ({
  app,
  page,
}) => {
  const sharing = new Sharing(app);
  const machine = new Machine(app);

  await test.step('it comes in from its own format, and the dialog says what was recognised', async () => {
    await sharing.give(fileOf('research.json', JSON.stringify(RESEARCH)));
    const recognised = sharing.import.getByRole('region', { name: 'Recognised' });
    await expect(recognised).toContainText('7 states');
    await expect(recognised).toContainText('1 names in goal_data became inputs');
    await sharing.import.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(app.node('ask_user')).toBeVisible();
  });
  await test.step('a pause is drawn into it: it waits for a person before it analyses', async () => {
    await app.node('analyzing').click();
    const inspector = app.panel('Inspector');
    await inspector.getByLabel('Reason').fill('budget_approval_required');
    await inspector.getByLabel('Reason').blur();
  });
  await test.step('its goal is asked for, and its first action publishes it', async () => {
    await app.run();
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    const inputs = app.dialog('Run “research”');
    // V1: what has no type takes a text as it is, and says how it reads it.
    const topic = inputs.getByRole('textbox', { name: 'topic' });
    await topic.fill('bees');
    await expect(topic).toHaveAccessibleDescription('Read as a text.');
    await inputs.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(app.node('searching')).toHaveAccessibleName('searching, STATE, running');
    await expect(page.getByRole('tab', { name: 'Inbox (1)' })).toBeVisible();
  });
  await test.step('nothing is found: the user is asked, and answers', async () => {
    await machine.event('web.search.no_results').click();
    await expect(app.node('ask_user')).toHaveAccessibleName('ask_user, STATE, running');
    await machine.event('user.clarification.provided').click();
    await expect(app.node('searching')).toHaveAccessibleName('searching, STATE, running');
  });
  await test.step('what is found pauses the plan, as long as it takes', async () => {
    await machine.event('web.search.completed').click();
    await app.expectRun('paused');
    await expect(page.getByRole('form', { name: 'budget_approval_required' })).toBeVisible();
  });
  await test.step('it goes on with an input, and ends', async () => {
    const form = page.getByRole('form', { name: 'budget_approval_required' });
    await form.getByRole('textbox', { name: 'Goes on with' }).fill('{"approved_amount": 500}');
    await form.getByRole('button', { name: 'Answer' }).click();
    await expect(app.node('analyzing')).toHaveAccessibleName('analyzing, STATE, running');
    await machine.event('content.analyze.completed').click();
    await app.expectRun('completed');
    await expect(app.node('done')).toHaveAccessibleName('done, STATE, succeeded');
  });
});
