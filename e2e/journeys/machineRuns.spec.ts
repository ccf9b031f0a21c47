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

test('M1 a machine that a plan runs is a picture in its box, lit where it stands; opened it is steered', async ({
  app,
  page,
}) => {
  const machine = new Machine(app);
  const main: JsonObject = {
    id: 'main',
    kind: 'capability',
    nodes: [
      { id: 'begin', type: 'START' },
      { id: 'inner', name: 'Inner', type: 'SUB_PLAN', params: { plan: 'flow' } },
      { id: 'finish', type: 'END' },
    ],
    edges: [
      { from: 'begin', to: 'inner' },
      { from: 'inner', to: 'finish' },
    ],
  };
  await app.open(linkTo(workspace(main, FLOW)));
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(app.canvas.getByRole('img', { name: 'Inner, in Waiting' })).toBeVisible();
  await app.node('Inner').click({ position: { x: 60, y: 16 } });
  await page.keyboard.press('Enter');
  await expect(app.node('Waiting')).toHaveAccessibleName('Waiting, STATE, running');
  await machine.panel.getByRole('tab', { name: 'Events' }).click();
  await machine.event('go').hover();
  await expect(app.node('Working')).toHaveAttribute('data-preview', 'in');
  await machine.event('go').click();
  await expect(app.node('Working')).toHaveAccessibleName('Working, STATE, running');
  await machine.event('done').click();
  await expect(machine.panel.getByText('The run has ended: completed.')).toBeVisible();
});

test('E5 a delay is written as a span, or as the name of a delay of the machine, which may be an expression', async ({
  app,
}) => {
  const machine = new Machine(app);
  const delays = [{ name: 'slow', ms: '2 * 1000' }];
  await app.open(linkTo(workspace({ ...FLOW, delays })));
  const label = app.canvas.locator('[data-transition="waiting/after/0->late"]');
  await label.click();
  await machine.field('After').fill('90 s');
  await machine.field('After').blur();
  await expect(label).toHaveText('after 90 s');
  await machine.field('After').fill('slow');
  await machine.field('After').blur();
  await expect(label).toHaveText('after slow');
  await machine.panel.getByRole('tab', { name: 'Machine' }).click();
  const slow = machine.field('Milliseconds, or what gives them');
  await expect(slow).toHaveText('2 * 1000');
  await slow.fill('250');
  await slow.blur();
  await expect(app.button('Problems (0)')).toBeVisible();
});

test('M7 What if takes the events that the command line takes, and each line shows on the canvas where it led', async ({
  app,
  page,
}) => {
  await app.open(linkTo(workspace(FLOW)));
  await app.openTab('What if');
  const panel = app.panel('What if');
  const events = panel.getByRole('textbox', { name: 'Events' });
  await events.fill('["nonsense", {"after": 600000}, "go"]');
  await panel.getByRole('button', { name: 'Simulate events' }).click();
  const lines = panel.getByRole('list', { name: 'Where the events lead' }).getByRole('button');
  await expect(lines).toHaveText(['0startWaiting', '1"nonsense"not handled', /Late$/, '3"go"Working']);
  await expect(app.node('Working')).toHaveAccessibleName('Working, STATE, running');
  await lines.nth(2).click();
  await expect(app.node('Late')).toHaveAccessibleName('Late, STATE, running');
  await events.fill('[5]');
  await panel.getByRole('button', { name: 'Simulate events' }).click();
  await expect(panel.getByText('INVALID_VALUE')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
});
