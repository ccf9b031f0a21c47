import type { CDPSession, Page } from '@playwright/test';

/** What a gesture cost. */
export interface Cost {
  /** Main thread, microseconds for each step of the gesture. */
  readonly busyUs: number;
  /** Between drawn frames while it lasted, milliseconds. */
  readonly frameMs: number;
  readonly p95Ms: number;
}

const STEPS = 60;
const CLICKS = 8;

/** The canvas under measurement: Planloom's and the bare one answer to the same selectors of React Flow. */
export class MeasuredCanvas {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<MeasuredCanvas> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    return new MeasuredCanvas(page, devtools);
  }

  /** Pans by the wheel, out and back. */
  async pan(): Promise<Cost> {
    const { x, y } = await this.#middle();
    await this.#page.mouse.move(x, y);
    const before = await this.#viewport();
    const cost = await this.#measure(STEPS, async (step) => {
      await this.#page.mouse.wheel(step < STEPS * 0.6 ? 40 : -40, step < STEPS * 0.6 ? 16 : -16);
    });
    // A pan that pans nothing is fast.
    if ((await this.#viewport()) === before) throw new Error('the canvas was not panned');
    return cost;
  }

  /** Drags the node nearest to the middle to and fro. */
  async drag(): Promise<Cost> {
    const [node] = await this.#seen();
    if (node === undefined) throw new Error('no node is seen');
    await this.#page.mouse.move(node.x, node.y);
    await this.#page.mouse.down();
    const cost = await this.#measure(STEPS, async (step) => {
      await this.#page.mouse.move(node.x + 80 * Math.sin(step / 6), node.y + 60 * Math.sin(step / 9));
    });
    await this.#page.mouse.up();
    return cost;
  }

  /** Clicks several nodes, one after another. */
  async select(): Promise<Cost> {
    const nodes = (await this.#seen()).slice(0, CLICKS);
    return this.#measure(nodes.length, async (step) => {
      const node = nodes[step];
      if (node === undefined) return;
      await this.#page.mouse.click(node.x, node.y);
      await this.#page.waitForFunction(
        (id) => document.querySelector(`.react-flow__node.selected[data-id="${CSS.escape(id)}"]`) !== null,
        node.id,
      );
    });
  }

  async #measure(steps: number, act: (step: number) => Promise<void>): Promise<Cost> {
    await this.#page.evaluate(() => {
      const frames: number[] = [];
      let on = true;
      const tick = (now: number): void => {
        frames.push(now);
        if (on) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
      Object.assign(window, {
        stopFrames: () => {
          on = false;
          return frames;
        },
      });
    });
    const before = await this.#busyMs();
    for (let step = 0; step < steps; step++) await act(step);
    const busyMs = (await this.#busyMs()) - before;
    const frames = await this.#page.evaluate(() => Reflect.get(window, 'stopFrames')() as number[]);
    const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
    gaps.sort((a, b) => a - b);
    return {
      busyUs: (busyMs * 1000) / steps,
      frameMs: gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length),
      p95Ms: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
    };
  }

  /** How long the main thread has computed so far: its own time, whatever else the machine does. */
  async #busyMs(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000;
  }

  async #middle(): Promise<{ x: number; y: number }> {
    const box = await this.#page.locator('.react-flow').first().boundingBox();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
  }

  #viewport(): Promise<string> {
    return this.#page
      .locator('.react-flow__viewport')
      .first()
      .evaluate((element) => element.style.transform);
  }

  /** Middles of the nodes that nothing lies over, the nearest to the middle of the canvas first. */
  async #seen(): Promise<readonly { id: string; x: number; y: number }[]> {
    const middle = await this.#middle();
    const nodes = await this.#page.locator('.react-flow__node').evaluateAll((all) =>
      all.flatMap((node) => {
        // What holds others is covered by them, and by lines.
        if (node.querySelector('.node:is(.box, .region)') !== null) return [];
        const { x, y, width, height } = node.getBoundingClientRect();
        const at = { x: x + width / 2, y: y + height / 2 };
        const top = document.elementFromPoint(at.x, at.y);
        return node.contains(top) ? [{ id: node.getAttribute('data-id') ?? '', ...at }] : [];
      }),
    );
    const far = (at: { x: number; y: number }): number => Math.hypot(at.x - middle.x, at.y - middle.y);
    return nodes.sort((one, other) => far(one) - far(other));
  }
}
