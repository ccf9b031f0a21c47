import { type GraphBox, type GraphNode, shownStatus } from '#projection';
import type { ColourName } from '../colours';
import { beamIn } from '../geometry/ports';
import type { Rect } from '../geometry/rect';
import { BOX_RADIUS, CARD_RADIUS, type Tone, toneOf } from './look';
import { type Look, MIDDLE, type PlainMark, type RectMark } from './mark';

/** How a node looks that is too small for its card: made once, because thousands are painted in a frame. */
interface PlainLooks {
  readonly card: Look;
  /** Of a node that others are drawn over. */
  readonly open: Look;
  readonly spot: Look;
  readonly ground: Look;
  readonly frame: Look;
}

/** How wide a border is on the screen. */
const THIN = { width: 0, least: 1.2 } as const;
const CHOSEN = { stroke: 'accent', width: 0, least: 3 } as const;

function looks(fill: ColourName, border: ColourName): PlainLooks {
  return {
    card: { fill, stroke: border, ...THIN },
    open: { fill: 'surface', stroke: border, ...THIN },
    spot: { fill: border, cover: 0.6 },
    ground: { fill },
    frame: { stroke: border },
  };
}

const PLAIN = looks('raised', 'line-strong');
const GIVEN_UP = looks('skip-soft', 'line');
const TOLD: Readonly<Record<Tone['strong'], PlainLooks>> = {
  ok: looks('ok-soft', 'ok'),
  run: looks('run-soft', 'run'),
  wait: looks('wait-soft', 'wait'),
  bad: looks('bad-soft', 'bad'),
  plan: looks('plan-soft', 'plan'),
  skip: PLAIN,
};

function looksOf(node: GraphNode): PlainLooks {
  const status = shownStatus(node);
  // Where a machine was is no success; where it ended is.
  if (node.type === 'STATE' && status === 'succeeded' && node.shape.kind !== 'final') return PLAIN;
  if (status === 'skipped' || status === 'cancelled') return GIVEN_UP;
  return TOLD[toneOf(status).strong];
}

/** A node that is drawn too small for its card, and whether others are drawn over it. */
interface Plain {
  readonly node: GraphNode;
  readonly rect: Rect;
  readonly open: boolean;
}

const RADIUS = 10;
/** Below this zoom a card's name is not worth drawing. */
const NAME_ZOOM = 0.2;

/** A node from far away: its colours, and while that can be read its name in larger letters. */
export function drawFar({ node, rect, open }: Plain, zoom: number, chosen: boolean): readonly PlainMark[] {
  const look = looksOf(node)[open ? 'open' : 'card'];
  const shape = plainRect(rect, open ? BOX_RADIUS : RADIUS, chosen ? { ...look, ...CHOSEN } : look);
  if (zoom < NAME_ZOOM) return [shape];
  // At a size that can be read from far, cut where the card ends.
  const { x, y, width, height } = rect;
  const size = Math.min(height * 0.42, 9 / zoom);
  const room = Math.floor((width - size) / (size * 0.56));
  const { title } = node;
  return [
    shape,
    {
      tag: 'text',
      text: title.length > room ? `${title.slice(0, Math.max(1, room - 1))}…` : title,
      x: x + size * 0.5,
      y: (open ? y + 20 : y + height / 2) + MIDDLE * size,
      size,
      weight: 600,
      ink: 'ink',
      anchor: 'start',
      struck: false,
    },
  ];
}

/** Below a few pixels rounded corners cost more than they show. */
const ROUNDED_FROM = 8;

/** A node on a map of the whole, its rectangle in pixels of the map: a spot, or a frame around what lies in it. */
export function drawOnMap({ node, rect, open }: Plain): readonly PlainMark[] {
  const { spot, ground, frame } = looksOf(node);
  const { x, y } = rect;
  const size = { x, y, width: Math.max(1, rect.width), height: Math.max(1, rect.height) };
  const radius = size.height < ROUNDED_FROM ? 0 : 2;
  return open
    ? [plainRect(size, radius, ground), plainRect(size, 0, frame)]
    : [plainRect(size, radius, spot)];
}

function plainRect({ x, y, width, height }: Rect, radius: number, look: Look): RectMark {
  return { tag: 'rect', x, y, width, height, radius, look };
}

/** What of a node hides the lines behind it; null of a lane or a region, which nothing passes through. */
export function coverOf({ form, scale }: GraphBox, rect: Rect): (Rect & { readonly radius: number }) | null {
  if (form === 'lane' || form === 'region') return null;
  if (form === 'bar') return { ...beamIn(rect, scale), radius: 0 };
  return { ...rect, radius: (form === 'box' ? BOX_RADIUS : CARD_RADIUS) * scale };
}
