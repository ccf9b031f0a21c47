import { type JsonObject, LIMITS } from '#base';
import { largePlan } from '../../test/app/opening/largePlan';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import { Drawing } from '../pages/drawing';

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

test('fault X5 a large document that is edited is checked and saved by the worker that opened it', async ({
  app,
  page,
}) => {
  await app.open(linkTo(largePlan(1_500)));
  await app.canvas.waitFor();
  const saved = async () => {
    const { workspaces = [] } = await storedIn(page);
    return workspaces.some((row) => row.includes('"Large"') && row.includes('SUB_PLAN'));
  };
  await app.button('Add node').click();
  await new Drawing(app).pick('Sub-plan');
  await expect.poll(saved).toBe(true);
  await app.button('Undo').click();
  await expect.poll(saved).toBe(false);
  // It has checked and written, and not the page: one that was not asked would have ended with the opening.
  expect(page.workers()).toHaveLength(1);
  await page.goto('/');
  await expect.poll(() => page.workers().length).toBe(0);
});

test('fault X5 of a large machine only the labels that are seen are in the page', async ({ app }) => {
  const states = Array.from({ length: 400 }, (_, index) => ({
    id: `s${index}`,
    on: [{ event: 'next', target: `s${(index + 1) % 400}` }],
  }));
  const plan = { id: 'main', kind: 'state-machine', variables: [], states };
  await app.open(linkTo(workspaceJson('start: START', { plans: [plan] })));
  await app.page.getByRole('button', { name: /^Zoom \d+ %/ }).click();
  const labels = app.canvas.locator('.transition-label');
  await expect(labels.first()).toBeVisible();
  await expect.poll(() => labels.count()).toBeLessThan(100);
});

test('fault X5 of thousands of variables or plans a hundred are in the page, and the others a press away', async ({
  app,
}) => {
  const variables = Array.from({ length: 4_050 }, (_, index) => ({ id: `v${index}`, scope: 'INTERNAL' }));
  const [plan] = workspaceJson('start: START -> end: END').plans as [JsonObject];
  const others = Array.from({ length: 300 }, (_, index) => ({ ...plan, id: `other${index}` }));
  await app.open(linkTo(workspaceJson('start: START', { plans: [{ ...plan, variables }, ...others] })));
  await expect(app.page.getByRole('group', { name: 'Plans' }).getByRole('listitem')).toHaveCount(100);
  const fields = app.page.getByRole('group', { name: /^Variable / });
  await expect(fields).toHaveCount(100);
  await app.button('Show 101 to 200 of 4050 variables').click();
  await expect(fields.first()).toHaveAccessibleName('Variable v100');
  await app.button('Add a variable').click();
  await expect(fields.last()).toHaveAccessibleName('Variable value1');
  await expect(fields).toHaveCount(51);
  await app.button('Show 3901 to 4000 of 4051 variables').click();
  await expect(fields.first()).toHaveAccessibleName('Variable v3900');
});
