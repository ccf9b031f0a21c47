import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../fixtures/test';
import { box } from '../pages/drawing';
import { Machine } from '../pages/machine';

const DRAWN = [
  'Begins at start',
  'finish, from start to end',
  'review, from start to state-1',
  'next, from state-1 to end',
] as const;

test('acceptance 9: a machine is drawn with the mouse alone, and simulated', async ({ app }) => {
  const machine = new Machine(app);
  await machine.openNew();
  const start = await box(app.node('start'));
  await machine.drag('State', { x: start.x + start.width / 2, y: start.y + 160 });
  await expect(app.node('state-1')).toBeVisible();
  await machine.connect('start', 'out', 'state-1');
  await machine.field('Event').fill('review');
  await machine.field('Event').blur();
  await machine.connect('state-1', 'out', 'end');
  await machine.expectTransitions(...DRAWN);

  await machine.simulate();
  await expect(app.node('start')).toHaveAccessibleName('start, STATE, running');
  await machine.event('review').hover();
  await expect(app.node('state-1')).toHaveAttribute('data-preview', 'in');
  await machine.event('review').click();
  await expect(app.node('state-1')).toHaveAccessibleName('state-1, STATE, running');
  await machine.event('next').click();
  await expect(app.node('end')).toHaveAccessibleName('end, STATE, succeeded');
  // Every line of the log is a place to return to (M7).
  await machine.panel.getByRole('button', { name: /^1 ?start/ }).click();
  await expect(app.node('start')).toHaveAccessibleName('start, STATE, running');
  await machine.event('finish').click();
  await expect(app.node('end')).toHaveAccessibleName('end, STATE, succeeded');
});

test('M6 a transition to the machine itself: chosen in the inspector, drawn at its state, and it begins again', async ({
  app,
}) => {
  const machine = new Machine(app);
  await machine.openNew();
  const start = await box(app.node('start'));
  await machine.drag('State', { x: start.x + start.width / 2, y: start.y + 160 });
  await machine.connect('start', 'out', 'state-1');
  await machine.field('Event').fill('review');
  await machine.field('Event').blur();
  await machine.connect('state-1', 'out', 'end');
  await machine.panel
    .getByRole('combobox', { name: 'Leads to' })
    .selectOption('The machine itself: it begins again');
  await expect(
    machine.edges.filter({ hasText: 'next (begins again), from state-1 to itself' }),
  ).toBeAttached();
  await machine.simulate();
  await machine.event('review').click();
  await expect(app.node('state-1')).toHaveAccessibleName('state-1, STATE, running');
  await expect(machine.event('next')).toHaveAccessibleDescription('begins again');
  await machine.event('next').click();
  await expect(app.node('start')).toHaveAccessibleName('start, STATE, running');
});

test('acceptance 9: the same with the keyboard alone', async ({ app, page }) => {
  const machine = new Machine(app);
  await machine.openBlank();
  await page.getByRole('combobox', { name: 'Plan', exact: true }).focus();
  await page.getByRole('combobox', { name: 'Plan', exact: true }).selectOption('New state machine…');
  await expect(app.node('start')).toBeVisible();
  await page.keyboard.press('Escape');
  // What has the focus is chosen.
  await app.node('start').focus();
  await expect(app.node('start')).toHaveAttribute('aria-current', 'true');
  await machine.add('State');
  await expect(app.node('state-1')).toBeFocused();
  // From the new one on to the end, then from start to it, and that event gets a name.
  await page.keyboard.press('c');
  await machine.walkTo('end');
  await page.keyboard.press('Enter');
  await expect(machine.edges.filter({ hasText: 'next, from state-1 to end' })).toBeAttached();
  await page.keyboard.press('Escape');
  await app.canvas.getByRole('group', { name: /^start, / }).focus();
  await machine.press('Escape', 'Escape', 'ArrowRight');
  await expect(app.node('start')).toBeFocused();
  await page.keyboard.press('c');
  await machine.walkTo('state-1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F2');
  await expect(machine.field('Event')).toBeFocused();
  await page.keyboard.type('review');
  await page.keyboard.press('Enter');
  await expect(machine.edges.filter({ hasText: 'review, from start to state-1' })).toBeAttached();
  await app.node('state-1').focus();
  await page.keyboard.press('w');
  await machine.panel.getByRole('button', { name: 'Simulate', exact: true }).focus();
  await page.keyboard.press('Enter');
  await machine.event('review').focus();
  await expect(app.node('state-1')).toHaveAttribute('data-preview', 'in');
  await page.keyboard.press('Enter');
  await expect(app.node('state-1')).toHaveAccessibleName('state-1, STATE, running');
});

test('M1 a run of a machine lights its states; its possible events are buttons', async ({ app }) => {
  const machine = new Machine(app);
  await machine.openNew();
  await app.run();
  await expect(app.node('start')).toHaveAccessibleName('start, STATE, running');
  await machine.event('finish').click();
  await app.expectRun('completed');
  await expect(app.node('end')).toHaveAccessibleName(/^end, STATE, (succeeded|running)$/);
  await machine.panel.getByRole('button', { name: /^1 ?start/ }).click();
  await expect(app.node('start')).toHaveAccessibleName('start, STATE, running');
});

test('E2 a label that is moved, a state that goes with its transitions: undone', async ({ app, page }) => {
  const machine = new Machine(app);
  await machine.openNew();
  const label = app.canvas.locator('[data-transition="start/on/0->end"]');
  const before = await box(label);
  await machine.swipe(
    { x: before.x + before.width / 2, y: before.y + before.height / 2 },
    { x: before.x + before.width / 2, y: before.y + 60 },
  );
  await expect(async () => expect((await box(label)).y).toBeGreaterThan(before.y + 30)).toPass();
  await app.button('Undo').click();
  await expect(async () => expect(Math.abs((await box(label)).y - before.y)).toBeLessThan(2)).toPass();
  await app.node('end').click();
  await page.keyboard.press('Delete');
  await machine.expectTransitions('Begins at start');
  await app.button('Undo').click();
  await machine.expectTransitions('Begins at start', 'finish, from start to end');
});

test('E7 axe finds nothing in a machine: its forms, its events', async ({ app, page }) => {
  test.slow();
  const machine = new Machine(app);
  await machine.openNew();
  await machine.item('Parallel state').click();
  await app.button('Fit the view').click();
  await app.node('start').click();
  for (const step of ['state', 'simulated']) {
    if (step === 'simulated') await machine.simulate();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${step}, ${theme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  }
});
