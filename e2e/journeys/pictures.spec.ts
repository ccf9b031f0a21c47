import { readFile, writeFile } from 'node:fs/promises';
import { readLedger } from '#kernel';
import { read, write } from '#plan';
import { workspaceInPng, workspaceInSvg } from '#share';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { planloom } from '../pages/commandLine';
import {
  meetLines,
  readCanvas,
  readSvg,
  type Seen,
  type SeenDrawing,
  type SeenNode,
} from '../pages/pictureOfCanvas';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

test('S2 a plan as SVG and as PNG: dropped on the canvas, the workspace opens, and nothing of it runs', async ({
  app,
  page,
  visit,
}, info) => {
  await app.openTemplate('Parallel review');
  const text = await new Sharing(app).download('Workspace');
  const svg = await taken(app, 'Picture (SVG)');
  expect(svg.name).toMatch(/\.svg$/);
  expect(workspaceInSvg(svg.bytes.toString('utf8'))).toBe(text);
  const png = await taken(app, 'Picture (PNG)');
  expect(png.name).toMatch(/\.png$/);
  expect(workspaceInPng(new Uint8Array(png.bytes))).toBe(text);
  // Its dots are those of a picture, not of an empty page.
  expect(png.bytes.length).toBeGreaterThan(text.length + 10_000);
  void page;

  for (const { name, bytes } of [svg, png]) {
    const elsewhere = await visit();
    await elsewhere.app.openTemplate('Blank plan');
    await drop(elsewhere.app, name, bytes);
    const { import: said } = new Sharing(elsewhere.app);
    await expect(said).toContainText('A workspace, “Parallel review”');
    await said.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(elsewhere.app.node('Four checks at once')).toBeVisible();
    expect(await new Sharing(elsewhere.app).download('Workspace')).toBe(text);
  }

  await test.step('the command line draws the same', async () => {
    const file = info.outputPath('workspace.json');
    await writeFile(file, text);
    const picture = info.outputPath('drawn.png');
    const drawn = await planloom(['export', file, '--to', 'png', '--out', picture]);
    expect(drawn).toMatchObject({ code: 0, beside: '' });
    const bytes = await readFile(picture);
    const sizeOf = (one: Buffer) => [one.readUInt32BE(16), one.readUInt32BE(20)];
    expect(sizeOf(bytes)).toEqual(sizeOf(png.bytes));
    const elsewhere = await visit();
    await elsewhere.app.openTemplate('Blank plan');
    await drop(elsewhere.app, 'drawn.png', bytes);
    const { import: said } = new Sharing(elsewhere.app);
    await said.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(elsewhere.app.node('Four checks at once')).toBeVisible();
    expect(await new Sharing(elsewhere.app).download('Workspace')).toBe(text);
  });
});

test('S2 a picture is what the canvas shows: boxes, words, icons, lines and statuses, in both themes', async ({
  app,
  page,
  context,
}, info) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 2000, height: 1300 });
  const shown = await context.newPage();
  for (const [template, ends] of [
    ['Ask a table', 'completed'],
    ['Parallel review', 'waiting'],
    ['Search state machine', 'completed'],
  ] as const) {
    await app.open();
    await app.openTemplate(template);
    await app.run();
    await app.expectRun(ends);
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.step(`${template}, ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme });
        // What is chosen has a ring, which is the reader's and not the plan's.
        await app.canvas.press('Escape');
        await page.mouse.move(0, 0);
        const canvas = await readCanvas(page);
        const { bytes } = await taken(app, 'Picture (SVG)');
        const svg = bytes.toString('utf8');
        await shown.setContent(svg);
        await shown.evaluate(() => document.fonts.ready);
        const picture = await readSvg(shown);
        expectSame(picture, canvas);
        const lines = await meetLines(page, svg);
        expect(lines.edges).toBeGreaterThan(3);
        if (canvas.labels.length === 0 && picture.labels.length > 0)
          expect(lines.labels).toBeGreaterThan(0.9);
        expect(lines.ofPicture, 'of the lines of the picture').toBeGreaterThan(0.97);
        expect(lines.ofCanvas, 'of the lines of the canvas').toBeGreaterThan(0.97);
        await taken(app, 'Picture (PNG)').then(({ bytes: dots }) =>
          info.attach(`${template} ${colorScheme}.png`, { body: dots, contentType: 'image/png' }),
        );
      });
    }
  }
});

/** The same nodes with the same statuses and colours, in the same places, with the same words and icons. */
function expectSame(picture: SeenDrawing, canvas: SeenDrawing): void {
  expect(Object.keys(picture.nodes).toSorted()).toEqual(
    expect.arrayContaining(Object.keys(canvas.nodes).toSorted()),
  );
  expect(picture.paper).toBe(canvas.paper);
  for (const [key, node] of Object.entries(canvas.nodes)) {
    const drawn = picture.nodes[key];
    expect(drawn?.status, key).toBe(node.status);
    if (drawn !== undefined && node.fill !== NOTHING) expectFrame(drawn, node, key);
    expectMet(drawn?.texts ?? [], node.texts, key);
    expectMet(drawn?.glyphs ?? [], node.glyphs, key);
  }
  // The names of ports are painted with the lines.
  if (canvas.labels.length > 0) expectMet(picture.labels, canvas.labels, 'labels');
}

/** What lanes, regions and bars are filled with. */
const NOTHING = 'rgba(0, 0, 0, 0)';

/** The same rectangle, in the same colour where that covers what is below. */
function expectFrame(drawn: SeenNode, { box, fill }: SeenNode, of: string): void {
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(drawn.box[side] - box[side]), `${side} of ${of}`).toBeLessThan(APART);
  if (fill.startsWith('rgb(')) expect(drawn.fill, of).toBe(fill);
}

/** How far apart the same may stand, in canvas pixels. */
const APART = 3;

/** Each word and icon of the one is one of the other, cut at most, and in its place. */
function expectMet(drawn: readonly Seen[], seen: readonly Seen[], of: string): void {
  const isNote = seen.length === 1 && drawn.length > 1;
  const words = drawn.map(({ what }) => what);
  const whole = isNote ? [words.join(' ')] : words;
  expect(whole, of).toHaveLength(seen.length);
  for (const one of seen) {
    const same = drawn.filter((_other, index) => isSame(whole[index] ?? '', one.what));
    expect(same.length, `“${one.what}” of ${of}, among ${whole.join(' | ')}`).toBeGreaterThan(0);
    const [other] = same.toSorted((a, b) => apart(a, one) - apart(b, one));
    if (other === undefined || !one.fixed) continue;
    const [right, down] = [left(other) - left(one), middle(other) - middle(one)];
    expect(Math.abs(right), `${one.what} of ${of}: ${right} px to the right`).toBeLessThan(APART);
    expect(Math.abs(down), `${one.what} of ${of}: ${down} px below`).toBeLessThan(APART);
  }
}

/** Words that were cut end in an ellipsis; the canvas leaves that to the browser. */
function isSame(drawn: string, seen: string): boolean {
  const flat = seen.replace(/\s+/g, ' ');
  return drawn === flat || (drawn.endsWith('…') && flat.startsWith(drawn.slice(0, -1)));
}

function apart(one: Seen, other: Seen): number {
  return Math.abs(left(one) - left(other)) + Math.abs(middle(one) - middle(other));
}

/** Icons stand by their middle, words by where they begin. */
function left({ what, x, width }: Seen): number {
  return /^[Mm]\d/.test(what) ? x + width / 2 : x;
}

function middle({ y, height }: Seen): number {
  return y + height / 2;
}

test('T1 a picture with a script in it, and one without a workspace: nothing of them reaches the page', async ({
  app,
}) => {
  const sharing = new Sharing(app);
  const workspace = write(blank());
  const hostile = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit = 1"><script>window.hit = 1</script><metadata id="planloom-workspace">${workspace}</metadata><image href="https://elsewhere.example/x.png"/></svg>`;
  await sharing.give(fileOf('picture.svg', hostile));
  await expect(sharing.import).toContainText('A workspace');
  await sharing.import.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.canvas).toBeVisible();
  expect(await app.page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
  await sharing.give(fileOf('photo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(sharing.import).toContainText('PICTURE_EMPTY');
});

test('S2 a run to hand on: with outputs, and its plan only; both can be looked at, and say that they do not replay', async ({
  app,
}) => {
  await app.openTemplate('Ask a table');
  await app.run();
  await app.expectRun('completed');
  const whole = await taken(app, 'This run');
  for (const title of ['Run with outputs', 'Run, plan only']) {
    const less = await taken(app, title);
    expect(less.bytes.length).toBeLessThan(whole.bytes.length);
    expect(readLedger(less.bytes.toString('utf8')).ok).toBe(true);
  }
});

for (const [name, content] of [
  ['deep', `{"steps": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  [
    'names of the prototype',
    '{"__proto__": {"a": 1}, "steps": [{"id": "constructor", "type": "tool", "toolId": "x"}]}',
  ],
  ['large', JSON.stringify({ planId: 'p', steps: many(40_000) })],
] as const) {
  test(`W3 a foreign file that is hostile, ${name}: the dialog says what is wrong, and stays alive`, async ({
    app,
  }) => {
    const sharing = new Sharing(app);
    await sharing.give(fileOf('foreign.json', content));
    await expect(sharing.import.getByRole('region', { name: 'Found in it' })).toContainText(/[A-Z]+_[A-Z_]+/);
    await expect(sharing.import.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    await sharing.import.getByRole('button', { name: 'Cancel' }).click();
    await expect(sharing.import).toBeHidden();
  });
}

function many(count: number) {
  const note = 'x'.repeat(150);
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    type: 'tool',
    toolId: 'log',
    note,
  }));
}

function blank() {
  const outcome = read(
    '{"format":"planloom/workspace","version":1,"id":"w","name":"Inside","plans":[{"id":"p","kind":"capability","nodes":[],"edges":[]}]}',
  );
  if (outcome.kind !== 'document') throw new Error('refused');
  return outcome.workspace;
}

async function taken(app: Planloom, title: string): Promise<{ name: string; bytes: Buffer }> {
  const { share } = new Sharing(app);
  await app.button('Export').click();
  const arriving = app.page.waitForEvent('download');
  await share.getByRole('button', { name: `Download ${title}`, exact: true }).click();
  const file = await arriving;
  const bytes = await readFile(await file.path());
  await share.getByRole('button', { name: 'Close' }).click();
  return { name: file.suggestedFilename(), bytes };
}

/** Drops a file on the canvas, as from a folder. */
async function drop(app: Planloom, name: string, bytes: Buffer): Promise<void> {
  const transfer = await app.page.evaluateHandle(
    ([title, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64 ?? ''), (sign) => sign.charCodeAt(0));
      data.items.add(new File([content], title ?? ''));
      return data;
    },
    [name, bytes.toString('base64')],
  );
  const target = app.canvas.locator('.react-flow').first();
  for (const event of ['dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer: transfer });
}
