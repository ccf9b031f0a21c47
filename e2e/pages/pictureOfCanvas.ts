import type { Page } from '@playwright/test';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A word or an icon, and where it stands, in canvas pixels. */
export interface Seen extends Box {
  /** The words, or the path of the icon. */
  readonly what: string;
  /** Whether a picture has it in the same place: buttons, which it does not have, push what stands beside them. */
  readonly fixed: boolean;
}

/** What is seen of a node. */
export interface SeenNode {
  readonly status: string | null;
  readonly box: Box;
  /** What fills it, as the browser computes it. */
  readonly fill: string;
  readonly texts: readonly Seen[];
  readonly glyphs: readonly Seen[];
}

/** What can be seen of a drawing, whoever drew it. */
export interface SeenDrawing {
  readonly paper: string;
  readonly nodes: Readonly<Record<string, SeenNode>>;
  readonly labels: readonly Seen[];
}

/** Reads the canvas of the page: elements, never the data that they were made from. */
export function readCanvas(page: Page): Promise<SeenDrawing> {
  return page.evaluate(() => {
    const canvas = document.querySelector('.plan-canvas') as HTMLElement;
    const view = canvas.querySelector('.react-flow__viewport') as HTMLElement;
    const { a: zoom } = new DOMMatrix(getComputedStyle(view).transform);
    const origin = view.getBoundingClientRect();
    const boxOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return {
        x: (x - origin.x) / zoom,
        y: (y - origin.y) / zoom,
        width: width / zoom,
        height: height / zoom,
      };
    };
    const seen = (element: Element, what: string) => ({
      what,
      fixed: !element.closest('.pill, .rounds, .markdown'),
      ...boxOf(element),
    });
    const textsOf = (element: Element) => {
      const words = [
        ...element.querySelectorAll(
          '.name, .line, .fact, .caption, .label, .word:not(.pill *), .ends, .sign, .hint, .pill > span, .markdown',
        ),
      ];
      return words
        .filter((one) => one.closest('[data-key]') === element && !one.closest('.ports, button'))
        .map((one) => seen(one, (one.textContent ?? '').trim()))
        .filter(({ what, width }) => what !== '' && width > 0);
    };
    const nodes = [...canvas.querySelectorAll<HTMLElement>('[data-key]')].map((element) => {
      const glyphs = [...element.querySelectorAll('svg')].filter(
        (svg) => !svg.closest('button, .graph-preview'),
      );
      const node = {
        status: element.dataset.status ?? null,
        box: boxOf(element),
        fill: getComputedStyle(element).backgroundColor,
        texts: textsOf(element),
        glyphs: glyphs.map((svg) => seen(svg, svg.querySelector('path')?.getAttribute('d') ?? '')),
      };
      return [element.dataset.key ?? '', node] as const;
    });
    return {
      paper: getComputedStyle(canvas).backgroundColor,
      nodes: Object.fromEntries(nodes),
      labels: [...canvas.querySelectorAll('.transition-label')].map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const { x, width } = words.getBoundingClientRect();
        const label = seen(one, one.textContent ?? '');
        return { ...label, x: (x - origin.x) / zoom, width: width / zoom };
      }),
    };
  });
}

/** Reads an SVG that a page shows, as it is drawn there. */
export function readSvg(page: Page): Promise<SeenDrawing> {
  return page.evaluate(() => {
    const svg = document.querySelector('svg') as SVGSVGElement;
    const { x: left, y: top } = svg.viewBox.baseVal;
    const origin = svg.getBoundingClientRect();
    const seen = (element: Element, what: string) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { what, fixed: true, x: x - origin.x + left, y: y - origin.y + top, width, height };
    };
    const textsIn = (group: Element) =>
      [...group.querySelectorAll('text')].map((text) => seen(text, text.textContent ?? ''));
    const nodes = [...svg.querySelectorAll<SVGGElement>('g[data-node]')].map((group) => {
      // A frame is what is as large as the canvas says: the one that is filled, before anything that lies in it.
      const frame = [...group.children].find((one) => one.getAttribute('fill') !== 'none') ?? group;
      const node = {
        status: group.dataset.status ?? null,
        box: seen(frame, ''),
        fill: getComputedStyle(frame).fill,
        texts: textsIn(group),
        glyphs: [...group.querySelectorAll('.glyph')].map((one) => seen(one, one.getAttribute('d') ?? '')),
      };
      return [group.dataset.node ?? '', node] as const;
    });
    return {
      paper: getComputedStyle(svg.querySelector(':scope > rect') as Element).fill,
      nodes: Object.fromEntries(nodes),
      labels: [...svg.querySelectorAll('g[data-label]')].flatMap(textsIn),
    };
  });
}

type At = readonly [number, number];

/** How much of the lines of each lies on those of the other; 1 is all. */
export interface LinesMet {
  readonly edges: number;
  readonly ofPicture: number;
  readonly ofCanvas: number;
  /** The share of the picture's labels where the canvas has painted one. */
  readonly labels: number;
}

/** How far beside a line its head, its dots and its dashes reach, in dots. */
const REACH = 8;

/**
 * Lays the lines of a picture over those that are painted on the canvas of the page. What lies under cards and labels is
 * left out, for both.
 *
 * @param svg the picture's text
 */
export async function meetLines(page: Page, svg: string): Promise<LinesMet> {
  const ways = [...svg.matchAll(/<g data-edge="[^"]*"[^>]*><path [^>]*?d="([^"]*)"/g)].map(([, d = '']) => d);
  const covers = await coversOf(page);
  const isSeen = ([x, y]: At): boolean =>
    !covers.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  const labels = [...svg.matchAll(LABEL)].map(([, ...numbers]) => numbers.map(Number));
  const isLine = ([x, y]: At): boolean =>
    !labels.some(
      ([left = 0, top = 0, width = 0, height = 0]) =>
        x >= left - 3 && x <= left + width + 3 && y >= top - 3 && y <= top + height + 3,
    );
  const seen = (at: At): boolean => isSeen(at) && isLine(at);
  const drawn = (await pointsAlong(page, ways)).filter(seen);
  const ink = await inkOf(page);
  const painted = ink.filter(seen);
  return {
    edges: ways.length,
    ofPicture: near(drawn, painted),
    ofCanvas: near(painted, drawn),
    labels: near(labels.flatMap(cornersOf), ink),
  };
}

const LABEL = /<g data-label="[^"]*"><rect [^>]*?x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/g;

/** Points within a label that a line through its middle would not paint. */
function cornersOf([x = 0, y = 0, width = 0, height = 0]: readonly number[]): readonly At[] {
  const [right, bottom] = [x + width - 12, y + height - 4];
  return [x + 12, right].flatMap((at): readonly At[] => [
    [at, y + 4],
    [at, bottom],
  ]);
}

/** The share of points that have one of the others beside them. */
function near(points: readonly At[], others: readonly At[]): number {
  const cells = new Set(others.map(([x, y]) => cellOf(x, y)));
  const steps = [-REACH / 2, 0, REACH / 2];
  const met = points.filter(([x, y]) =>
    steps.some((right) => steps.some((down) => cells.has(cellOf(x + right, y + down)))),
  );
  return met.length / points.length;
}

function cellOf(x: number, y: number): string {
  return `${Math.round((2 * x) / REACH)} ${Math.round((2 * y) / REACH)}`;
}

/** Cards and labels of transitions, in canvas pixels: they lie over the lines. */
function coversOf(page: Page): Promise<readonly Box[]> {
  return page.evaluate(() => {
    const view = document.querySelector('.plan-canvas .react-flow__viewport') as HTMLElement;
    const { a: zoom } = new DOMMatrix(getComputedStyle(view).transform);
    const origin = view.getBoundingClientRect();
    const covers = document.querySelectorAll(
      '.transition-label, .node:is(.card, .state, .bar, .note, .history)',
    );
    return [...covers].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return {
        x: (x - origin.x) / zoom - 4,
        y: (y - origin.y) / zoom - 4,
        width: width / zoom + 8,
        height: height / zoom + 8,
      };
    });
  });
}

function pointsAlong(page: Page, ways: readonly string[]): Promise<readonly At[]> {
  return page.evaluate(
    (lines) =>
      lines.flatMap((d) => {
        const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
        path.setAttribute('d', d);
        const steps = Math.floor(path.getTotalLength() / 2);
        return Array.from({ length: steps }, (_, step): [number, number] => {
          const { x, y } = path.getPointAtLength(2 * step);
          return [x, y];
        });
      }),
    ways,
  );
}

/** Where the canvas of lines is painted, in canvas pixels. */
function inkOf(page: Page): Promise<readonly At[]> {
  return page.evaluate(() => {
    const painted = document.querySelector('canvas.edge-layer') as HTMLCanvasElement;
    const view = document.querySelector('.plan-canvas .react-flow__viewport') as HTMLElement;
    const { a, e, f } = new DOMMatrix(getComputedStyle(view).transform);
    const { width, height } = painted;
    const dots = painted.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const found: [number, number][] = [];
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      if ((dots[4 * at + 3] ?? 0) > 127)
        found.push([(x / devicePixelRatio - e) / a, (y / devicePixelRatio - f) / a]);
    }
    return found;
  });
}
