import AxeBuilder from '@axe-core/playwright';
import type { JsonObject } from '#base';
import { expect, test } from '../fixtures/test';
import { linkTo } from '../material/workspaces';
import { Machine } from '../pages/machine';
import { Sharing } from '../pages/sharing';

/** A machine that waits for an event or ten minutes, and may be stopped from anywhere. */
const FLOW: JsonObject = {
  id: 'flow',
  kind: 'state-machine',
  variables: [],
  on: [{ event: 'stop', target: 'over' }],
  states: [
    {
      id: 'waiting',
      name: 'Waiting',
      on: [{ event: 'go', target: 'working' }],
      after: [{ delayMs: 600_000, target: 'late' }],
    },
    { id: 'working', name: 'Working', on: [{ event: 'done', target: 'over' }] },
    { id: 'late', name: 'Late', on: [{ event: 'go', target: 'working' }] },
    { id: 'over', name: 'Over', type: 'final' },
  ],
};

const workspace = (...plans: readonly JsonObject[]): JsonObject => ({
  format: 'planloom/workspace',
  version: 1,
  id: 'given',
  name: 'Given',
  plans: [...plans],
});

test('M7 a run shows how long a delay takes, and what an event would lead to, before it is sent', async ({
  app,
  page,
}) => {
  const machine = new Machine(app);
  await app.open(linkTo(workspace(FLOW)));
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(app.node('Waiting')).toHaveAccessibleName('Waiting, STATE, running');

  const bar = app.canvas.locator('[data-transition="waiting/after/0->late"] .delay > span');
  const share = async () =>
    Number.parseFloat((await bar.getAttribute('style'))?.replace(/[^\d.]/g, '') ?? '');
  const before = await share();
  await expect.poll(share).toBeGreaterThan(before);
  await expect(machine.panel.getByText(/^→ Late, (9|10) min \d+ s left$/)).toBeVisible();

  // Looked at, by pointer or by keyboard, an event shows its end; nothing is sent.
  await machine.event('go').hover();
  await expect(app.node('Working')).toHaveAttribute('data-preview', 'in');
  await expect(app.node('Waiting')).toHaveAttribute('data-preview', 'out');
  await machine.event('after 10 min').focus();
  await expect(app.node('Late')).toHaveAttribute('data-preview', 'in');
  await page.keyboard.press('Enter');
  await expect(app.node('Waiting')).toHaveAccessibleName('Waiting, STATE, running');
  await app.canvas.locator('[data-transition="/on/0->over"]').hover();
  await expect(app.node('Over')).toHaveAttribute('data-preview', 'in');

  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }

  await machine.event('go').click();
  await expect(app.node('Working')).toHaveAccessibleName('Working, STATE, running');
  await expect(app.canvas.locator('[data-preview]')).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  await expect(machine.panel.getByRole('button', { name: '2 go Working' })).toBeVisible();
});
