import { LIMITS } from '#base';
import { largePlan } from '../../test/app/opening/largePlan';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { linkTo } from '../material/workspaces';

test('fault X5 opening what is large tells what is done, and Cancel leaves all as it was', async ({
  app,
}) => {
  const link = linkTo(largePlan(LIMITS.nodesAccepted));
  const ofLink = app.dialog('Opening the link');
  const ofWorkspace = app.dialog('Opening the workspace');
  await app.open(link);
  await expect(ofLink.getByRole('status')).toHaveText(/^(Reading it|Checking the rules) …$/);
  await ofLink.getByRole('button', { name: 'Cancel' }).click();
  await expect(ofLink).toBeHidden();
  await expect(app.page.getByText('Nothing was opened. The link is still in the address.')).toBeVisible();
  expect(app.page.url()).toContain(link);
  await expect.poll(() => app.page.workers()).toEqual([]);
  expect(await storedIn(app.page)).toMatchObject({ workspaces: [] });
  await app.openTemplate('Blank plan');

  await app.open('/');
  await app.open(link);
  await expect(ofWorkspace.getByRole('status')).toHaveText(/…$/);
  expect(app.page.url()).not.toContain('p1=');
  await ofWorkspace.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.templates).toBeVisible();
  await expect(ofWorkspace).toBeHidden();
  expect(new URL(app.page.url()).hash).toBe('');
  // What was kept stays kept: only its opening was cancelled.
  const { workspaces = [] } = await storedIn(app.page);
  expect(workspaces.filter((row) => row.includes('"Large"'))).toHaveLength(1);
  await app.openTemplate('Blank plan');
});
