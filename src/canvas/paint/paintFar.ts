import { COLOUR_NAMES, type ColourName, intersects, isOpen, type Rect } from '#picture';
import { type GraphBox, type GraphNode, type NodeStatus, shownStatus } from '#projection';

interface Paint {
  readonly border: ColourName;
  readonly fill: ColourName;
}

const CARD: Paint = { border: 'line-strong', fill: 'raised' };

/** Colours of a node that is too small for its shape: far view and minimap. */
const PAINTS: Readonly<Partial<Record<NodeStatus, Paint>>> = {
  planned: { border: 'plan', fill: 'plan-soft' },
  running: { border: 'run', fill: 'run-soft' },
  waiting: { border: 'wait', fill: 'wait-soft' },
  paused: { border: 'wait', fill: 'wait-soft' },
  retrying: { border: 'wait', fill: 'wait-soft' },
  succeeded: { border: 'ok', fill: 'ok-soft' },
  failed: { border: 'bad', fill: 'bad-soft' },
  uncertain: { border: 'bad', fill: 'bad-soft' },
  skipped: { border: 'line', fill: 'skip-soft' },
  cancelled: { border: 'line', fill: 'skip-soft' },
};

export function paintOf(node: GraphNode): Paint {
  // Where a machine was is no success; where it ended is.
  if (node.type === 'STATE' && node.status === 'succeeded' && node.shape.kind !== 'final') return CARD;
  const status = shownStatus(node);
  return (status && PAINTS[status]) ?? CARD;
}

interface FarPicture {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly rects: ReadonlyMap<string, Rect>;
  readonly boxOf: (key: string) => GraphBox | undefined;
  readonly seen: Rect;
  readonly zoom: number;
  readonly selection: ReadonlySet<string>;
  /** What is a card in the page is not painted. */
  readonly cards: ReadonlySet<string>;
}

/** Below this zoom a card's name is not worth drawing. */
const NAME_ZOOM = 0.2;

/** Paints the nodes of one depth as plain shapes: the view from far away. */
export function paintFar(
  context: CanvasRenderingContext2D,
  colours: Colours,
  picture: FarPicture,
  keys: readonly string[],
): void {
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const key of keys) {
    const node = picture.nodes.get(key);
    const rect = picture.rects.get(key);
    if (!node || !rect || picture.cards.has(key) || !intersects(rect, picture.seen)) continue;
    paintNode(context, colours, picture, node, rect);
  }
}

function paintNode(
  context: CanvasRenderingContext2D,
  colours: Colours,
  { boxOf, zoom, selection }: FarPicture,
  node: GraphNode,
  rect: Rect,
): void {
  const box = boxOf(node.key);
  const open = box !== undefined && isOpen(box);
  const paint = paintOf(node);
  const chosen = selection.has(node.key);
  context.fillStyle = colours[open ? 'surface' : paint.fill];
  context.strokeStyle = colours[chosen ? 'accent' : paint.border];
  context.lineWidth = (chosen ? 3 : 1.2) / zoom;
  context.beginPath();
  context.roundRect(rect.x, rect.y, rect.width, rect.height, open ? 16 : 10);
  context.fill();
  context.stroke();
  if (zoom < NAME_ZOOM) return;
  // Drawn at a size that can be read from far, cut where the card ends.
  const size = Math.min(rect.height * 0.42, 9 / zoom);
  context.font = `600 ${size}px ${colours.font}`;
  context.fillStyle = colours.ink;
  const room = Math.floor((rect.width - size) / (size * 0.56));
  const name = node.title.length > room ? `${node.title.slice(0, Math.max(1, room - 1))}…` : node.title;
  context.fillText(name, rect.x + size * 0.5, open ? rect.y + 20 : rect.y + rect.height / 2);
}

/** The design's tokens as they are now, for what is painted and not styled. */
export type Colours = Readonly<Record<ColourName, string>> & { readonly font: string };

/** Reads the tokens of the theme that is shown. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return { ...Object.fromEntries(entries), font: style.getPropertyValue('--font-ui') };
}
