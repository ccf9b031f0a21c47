import { expect, test } from '../fixtures/test';
import { Machine } from '../pages/machine';
import { Sharing } from '../pages/sharing';

/** A state chart as somebody makes it who has no mouse and perhaps no eyes: keys go in, roles and names come out. */
test('E7 a state chart is made, edited, tidied, run and simulated by keyboard alone, and told to a screen reader', async ({
  app,
  page,
}) => {
  test.slow();
  const machine = new Machine(app);
  const focused = page.locator(':focus');
  const told = page.locator('[aria-live="polite"]');
  const add = async (kind: string, name: string): Promise<void> => {
    await page.keyboard.press('n');
    const search = page.getByRole('combobox', { name: 'Search states' });
    await search.fill(kind);
    await expect(app.dialog('Add a state').getByRole('option').first()).toContainText(kind);
    // Enter adds it, F2 leads into the field of its name. Two keys within one frame: the new state, which takes the focus
    // in the next, does not take it out of the field.
    await search.evaluate(async () => {
      for (const key of ['Enter', 'F2']) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(press);
        await Promise.resolve();
      }
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    });
    await expect(machine.field('Name')).toBeFocused();
    // Enter keeps it, and the canvas has the focus again.
    await page.keyboard.press('Control+a');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await app.node(name).focus();
  };
  const lead = async (from: string, to: string, event: string): Promise<void> => {
    await app.node(from).focus();
    await machine.press('c');
    await machine.walkTo(to);
    await machine.press('Enter', 'F2');
    await expect(machine.field('Event')).toBeFocused();
    await page.keyboard.type(event);
    await page.keyboard.press('Enter');
    await expect(machine.edges.filter({ hasText: `${event}, from ${from} to ${to}` })).toBeAttached();
    await page.keyboard.press('Escape');
  };

  await test.step('a machine is begun', async () => {
    await app.templates.getByRole('button', { name: 'Blank plan', exact: true }).focus();
    await page.keyboard.press('Enter');
    const plan = page.getByRole('combobox', { name: 'Plan', exact: true });
    await plan.focus();
    await plan.selectOption('New state machine…');
    await app.node('start').focus();
    await expect(focused).toHaveAccessibleDescription('state');
    await expect(app.node('end')).toHaveAccessibleDescription('final state');
  });

  await test.step('a parallel state with its regions, a state in one of them, and a history', async () => {
    await add('Parallel state', 'Working');
    await expect(app.node('Working')).toHaveAccessibleDescription('parallel state');
    await app.node('region-1').focus();
    await expect(focused).toHaveAccessibleDescription('region, compound state, in Working');
    await app.node('state-1').focus();
    await add('State', 'Second');
    await expect(app.node('Second')).toHaveAccessibleDescription('state, in region-1');
    await add('History', 'Back');
    await expect(app.node('Back')).toHaveAccessibleDescription('history, one level, in region-1');
    await add('Compound state', 'Nested');
    await expect(app.node('Nested')).toHaveAccessibleDescription('compound state, in region-1');
  });

  await test.step('transitions, one of which leads back into the past', async () => {
    await lead('start', 'Working', 'begin');
    await lead('state-1', 'Second', 'on');
    await lead('Second', 'Nested', 'deeper');
    await app.node('end').focus();
    await add('State', 'Held');
    await lead('Working', 'Held', 'hold');
    await lead('Held', 'Back', 'go.on');
    await expect(app.button('Problems (0)')).toBeVisible();
  });
  await test.step('tidied, and the same a second time', async () => {
    await app.node('start').focus();
    await page.keyboard.press('Alt+Shift+t');
    await expect(app.button('Undo')).toHaveAttribute('data-tip', /Tidy/);
  });

  await test.step('simulated: each event is a button, and where it leads is told', async () => {
    await app.node('start').focus();
    await page.keyboard.press('w');
    await machine.panel.getByRole('button', { name: 'Simulate', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(told.filter({ hasText: 'Simulated: in start.' })).toBeAttached();
    await expect(machine.panel.getByRole('list', { name: 'Possible events' })).toMatchAriaSnapshot(`
      - list "Possible events":
        - listitem:
          - button "finish"
        - listitem:
          - button "begin"
    `);
    for (const [event, where] of [
      ['begin', 'in state-1, state-2'],
      ['on', 'in Second, state-2'],
      ['hold', 'in Held'],
      ['go.on', 'in Second, state-2'],
    ] as const) {
      await machine.event(event).focus();
      await page.keyboard.press('Enter');
      await expect(told.filter({ hasText: `Simulated: ${where}.` })).toBeAttached();
    }
    await expect(machine.panel.getByRole('region', { name: 'Log' })).toMatchAriaSnapshot(`
      - region "Log":
        - heading "Log, each line a place to return to" [level=3]
        - list:
          - listitem:
            - button "1 start start"
          - listitem:
            - button "2 begin Working, region-1, state-1, region-2, state-2"
          - listitem:
            - button "3 on Second"
          - listitem:
            - button "4 hold Held"
          - listitem:
            - button "5 go.on Working, region-1, Second, region-2, state-2"
    `);
    await machine.panel.getByRole('button', { name: /^3 ?on/ }).focus();
    await page.keyboard.press('Enter');
    await expect(focused).toHaveAttribute('aria-current', 'step');
    await machine.panel.getByRole('button', { name: 'Stop', exact: true }).focus();
    await page.keyboard.press('Enter');
  });

  await test.step('run: its states and its end are told', async () => {
    await app.node('start').focus();
    await page.keyboard.press('Control+Enter');
    const { trust } = new Sharing(app);
    await expect(trust).toBeHidden();
    await expect(told.filter({ hasText: 'In start. Run waiting.' })).toBeAttached();
    await machine.event('begin').focus();
    await page.keyboard.press('Enter');
    await expect(
      told.filter({ hasText: 'In Working, region-1, state-1, region-2, state-2.' }),
    ).toBeAttached();
    await app.expectNode('state-1', 'STATE', 'running');
    await app.node('state-1').focus();
    await page.keyboard.press('Control+.');
    await app.expectRun('cancelled');
    await expect(told.filter({ hasText: 'Run cancelled.' })).toBeAttached();
  });

  await test.step('everything of it is undone', async () => {
    await app.node('start').focus();
    for (let step = 0; step < 60 && (await app.button('Undo').isEnabled()); step++)
      await page.keyboard.press('Control+z');
    await expect(app.node('Working')).toHaveCount(0);
  });
});
