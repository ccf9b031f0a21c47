import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { planHash, read, type Workspace } from '#plan';
import type { Planloom } from './planloom';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The canvas as somebody meets who draws on it: with the mouse, or with the keyboard alone. */
export class Drawing {
  readonly page: Page;
  readonly app: Planloom;
  readonly palette: Locator;
  readonly adder: Locator;
  readonly edges: Locator;

  constructor(app: Planloom) {
    this.app = app;
    this.page = app.page;
    this.palette = app.panel('Palette');
    this.adder = app.page.getByRole('combobox', { name: /^Search (nodes|states)$/ });
    this.edges = app.canvas.getByRole('list', { name: 'Edges' }).getByRole('listitem');
  }

  /** On a plan that holds its START and its END. */
  static async onBlank(app: Planloom): Promise<Drawing> {
    const drawing = new Drawing(app);
    await drawing.openBlank();
    return drawing;
  }

  async openBlank(): Promise<void> {
    await this.app.templates.getByRole('button', { name: 'Blank plan', exact: true }).click();
    await expect(this.app.node('Start')).toBeVisible();
  }

  /** An item of the palette. */
  item(name: string): Locator {
    return this.palette.getByRole('button', { name, exact: true });
  }

  /** Drags an item of the palette to a point of the page. */
  async drag(item: string, to: Point): Promise<void> {
    await this.item(item).hover();
    await this.page.mouse.down();
    await this.page.mouse.move(to.x - 5, to.y - 5, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 2 });
    await this.page.mouse.up();
  }

  /** Drags from one point of the page to another with the left button. */
  async swipe(from: Point, to: Point): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 8 });
    await this.page.mouse.up();
  }

  /** A port of a node; it can be seen once the node is hovered. */
  async port(node: string, port: string): Promise<Point> {
    await this.app.node(node).hover({ position: { x: 20, y: 20 } });
    return middle(this.app.node(node).locator(`[data-port="${port}"]`));
  }

  /** Draws an edge from a port to a node by dragging. */
  async connect(from: string, port: string, to: string): Promise<void> {
    await this.swipe(await this.port(from, port), await middle(this.app.node(to)));
  }

  /** The middle of the line between two level nodes. */
  async between(from: string, to: string): Promise<Point> {
    const [source, target] = [await box(this.app.node(from)), await box(this.app.node(to))];
    return { x: (source.x + source.width + target.x) / 2, y: source.y + source.height / 2 };
  }

  /** Types into the adder that a gesture opened, and takes what it finds first. */
  async pick(name: string): Promise<void> {
    await this.adder.fill(name);
    await expect(this.page.getByRole('listbox').getByRole('option', { name }).first()).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(this.adder).toBeHidden();
  }

  /** Presses keys one after another, as fast as they come. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Adds a node with the keyboard, where the focus or the chosen edge is. */
  async add(name: string): Promise<void> {
    await this.press('n');
    await this.pick(name);
  }

  /** Goes on with the arrow keys until a node has the focus, or is the target that a connection would end at. */
  async walkTo(name: string): Promise<void> {
    const there = this.app.node(name).and(this.page.locator('[data-selected], [data-target="now"]'));
    for (let steps = 0; steps < 12; steps++) {
      if ((await there.count()) > 0) return;
      await this.page.keyboard.press('ArrowRight');
    }
    throw new Error(`the arrow keys do not lead to ${name}`);
  }

  async expectEdges(...edges: readonly string[]): Promise<void> {
    await expect
      .poll(async () => (await this.edges.allTextContents()).toSorted())
      .toEqual([...edges].toSorted());
  }

  /** Waits until the top left corner of a node is there. */
  async expectAt(node: string, { x, y }: Point): Promise<void> {
    await expect.poll(async () => box(this.app.node(node))).toMatchObject({ x, y });
  }

  /** The workspace as the export gives it to a person. */
  async exported(): Promise<Exported> {
    await this.app.button('Export').click();
    const download = this.page.waitForEvent('download');
    await this.app.button('Download Workspace').click();
    const path = await (await download).path();
    await this.press('Escape');
    await expect(this.app.button('Download Workspace')).toBeHidden();
    const text = await readFile(path, 'utf8');
    const reading = read(text);
    if (reading.kind !== 'document') throw new Error(`the export reads as ${reading.kind}`);
    return { text, workspace: reading.workspace, hash: hashOf(reading.workspace) };
  }
}

export interface Exported {
  readonly text: string;
  readonly workspace: Workspace;
  /** Of the first plan. */
  readonly hash: string;
}

function hashOf(workspace: Workspace): string {
  const [plan] = workspace.plans;
  if (plan === undefined) throw new Error('the workspace has no plan');
  return planHash(plan, workspace);
}

/** Where something is, once it stands still: what has just been opened is fitted into the view a moment later. */
export async function box(target: Locator): Promise<Point & { width: number; height: number }> {
  await target.evaluate(async (element) => {
    const place = () => JSON.stringify(element.getBoundingClientRect());
    const frame = () => new Promise(requestAnimationFrame);
    for (let before = ''; before !== place(); await frame()) before = place();
  });
  const found = await target.boundingBox();
  if (found === null) throw new Error(`${target} is not on the screen`);
  return found;
}

export async function middle(target: Locator): Promise<Point> {
  const { x, y, width, height } = await box(target);
  return { x: x + width / 2, y: y + height / 2 };
}
