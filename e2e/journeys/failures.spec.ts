import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import { box } from '../pages/drawing';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

/** Three rows, of which the first one fails. */
const PLAN = `
  start: START
  load: CAPABILITY table.load {input: {document: missing}}
  say: CAPABILITY echo {input: {text: a}}
  end: END
  start -> load -> say -> end
`;

test.describe('T8 the banner of a failed run is short, and the failed step stays in view', () => {
  test('a step at the upper border of the canvas is not pushed out of sight', async ({ app, page }) => {
    await app.open(linkTo(workspaceJson(PLAN)));
    await scrollToTheTop(app);
    await runTrusted(app);

    const banner = page.getByRole('alert');
    await expect(banner).toContainText('“Load table” failed');
    expect((await box(banner)).height).toBeLessThan(72);
    await expectInView(app, 'Load table');
  });

  test('a view in which it is seen stays where it was put', async ({ app, page }) => {
    await app.open(linkTo(workspaceJson(PLAN)));
    const before = await box(app.node('Load table'));
    await runTrusted(app);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectInView(app, 'Load table');
    const { x, y } = await box(app.node('Load table'));
    expect(Math.hypot(x - before.x, y - before.y)).toBeLessThan(1);
  });

  test('what to do about it stands behind More, and with the run in the inspector', async ({ app, page }) => {
    await app.open(linkTo(workspaceJson(PLAN)));
    await runTrusted(app);
    const banner = page.getByRole('alert');
    const help = banner.getByText('The workspace has no documents yet: add one.');
    await expect(help).toBeHidden();
    await banner.getByRole('button', { name: 'More', exact: true }).click();
    await expect(help).toBeVisible();
    await banner.getByRole('button', { name: 'Less', exact: true }).click();
    await expect(help).toBeHidden();
    await expect(app.panel('Inspector')).toContainText('Why “Load table” failed');
    await expect(app.panel('Inspector')).toContainText('DOCUMENT_UNKNOWN');
    await banner.getByRole('button', { name: 'Show the step' }).click();
    await expect(app.panel('Inspector').getByRole('heading', { name: 'Load table' })).toBeVisible();
  });
});

async function runTrusted(app: Planloom): Promise<void> {
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('failed');
}

/** Moves the view by hand until the step stands at its upper border. */
async function scrollToTheTop(app: Planloom): Promise<void> {
  const { y } = await box(app.canvas);
  const load = await box(app.node('Load table'));
  await app.page.mouse.move(load.x, load.y + load.height + 60);
  await expect
    .poll(async () => {
      await app.page.mouse.wheel(0, 20);
      return (await box(app.node('Load table'))).y;
    })
    .toBeLessThan(y + 30);
}

async function expectInView(app: Planloom, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const [canvas, node] = [await box(app.canvas), await box(app.node(name))];
      return node.y >= canvas.y && node.y + node.height <= canvas.y + canvas.height;
    })
    .toBe(true);
}
