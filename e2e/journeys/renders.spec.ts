import { expect, test } from '../fixtures/test';
import { countRenders, type Renders, rendersOf } from '../pages/renders';

/** What shows the run at a desk, whichever tab is open; `workspace` is the frame around all of it. */
const SHOW_THE_RUN = [
  ...['answerLine', 'canvas', 'inbox', 'inspector', 'notices', 'outline', 'panelTools', 'slider', 'timeline'],
  ...['toolbar', 'variables', 'workspace'],
];
test('I4 splitters, slider and a running plan draw anew only what shows them, and of the canvas only the cards that change', async ({
  app,
  page,
}) => {
  await countRenders(page);
  await app.open();
  await app.openTemplate('Parallel review');
  // What is loaded after the screen, as the fields for code are, is drawn where it belongs.
  await expect(app.panel('Inspector').locator('planloom-code').first()).toBeVisible();

  await test.step('a splitter: the frame, and the canvas, which is told how large it is', async () => {
    for (const [name, key] of [
      ['Width of the left panel', 'ArrowRight'],
      ['Width of the inspector', 'ArrowLeft'],
      ['Height of the dock', 'ArrowUp'],
      ['Width of the variables', 'ArrowLeft'],
    ] as const) {
      const splitter = page.getByRole('separator', { name });
      await splitter.focus();
      const before = await splitter.getAttribute('aria-valuenow');
      const drawn = await rendersOf(page, async () => {
        for (let step = 0; step < 4; step++) await splitter.press(key);
      });
      await expect(splitter).not.toHaveAttribute('aria-valuenow', before ?? '');
      expect(without(drawn, ['workspace', 'canvas']), name).toEqual({});
    }
  });

  await app.run();
  await app.expectRun('waiting');

  await test.step('the slider: what shows the run, and the card that began there', async () => {
    await app.slider.press('ArrowLeft');
    const drawn = await rendersOf(page, () => app.slider.press('ArrowLeft'));
    expect(without(drawn, SHOW_THE_RUN)).toEqual({});
    expect(drawn.workspace ?? 0, 'the frame stays').toBeLessThanOrEqual(2);
    expect(drawnCards(drawn).length).toBeGreaterThan(0);
    expect(drawnCards(drawn)).not.toContain('/reviewers/ease');
    await app.slider.press('End');
  });

  await test.step('a run that goes on: the same, and no card of what is over', async () => {
    const drawn = await rendersOf(page, async () => {
      await app.button('Publish').click();
      await app.expectRun('completed');
    });
    expect(without(drawn, [...SHOW_THE_RUN, 'announcer'])).toEqual({});
    expect(drawnCards(drawn)).toContain('/publish');
    expect(drawnCards(drawn)).not.toContain('/reviewers/ease');
  });
});

function without(drawn: Renders, known: readonly string[]): Renders {
  return Object.fromEntries(
    Object.entries(drawn).filter(([place]) => !place.startsWith('card ') && !known.includes(place)),
  );
}

/** The addresses of cards that were drawn anew. */
function drawnCards(drawn: Renders): readonly string[] {
  return Object.keys(drawn).flatMap((place) =>
    place.startsWith('card ') ? [place.slice('card '.length)] : [],
  );
}
