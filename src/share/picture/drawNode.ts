import { cutText, type GraphBox, type GraphNode } from '#projection';
import { COLOURS } from './colours';
import type { Rect } from './rects';
import { escapeXml } from './xml';

/** Width of a letter of the interface's font at 13 px, on the wide side: nothing is cut by the card's border. */
const LETTER = 7.2;
const SMALL_LETTER = 6.4;
const INSET = 14;

/** A node as shapes and words: a box with a title bar, a card with a name and its line, a bar, a note. */
export function drawNode(node: GraphNode, { form, collapsed }: GraphBox, rect: Rect): string {
  if (form === 'bar') return bar(rect);
  if (form === 'note') return note(node, rect);
  if (form === 'mark') return mark(node, rect);
  const isOpen = (form === 'box' || form === 'lane' || form === 'region') && !collapsed;
  return isOpen ? box(node, rect) : card(node, rect);
}

function card(node: GraphNode, rect: Rect): string {
  const { x, y, width, height } = rect;
  const line = cutText(node.line, lettersIn(width, SMALL_LETTER));
  const middle = y + height / 2;
  return [
    shape(rect, COLOURS.surface, COLOURS.border, 10),
    `<rect x="${x}" y="${y + 8}" width="4" height="${height - 16}" rx="2" fill="${accentOf(node)}"/>`,
    words(
      x + INSET,
      line === '' ? middle + 4.5 : middle - 4,
      'name',
      cutText(titleOf(node), lettersIn(width, LETTER)),
    ),
    line === '' ? '' : words(x + INSET, middle + 14, 'line', line),
    node.type === 'STATE' && node.shape.kind === 'final' ? shape(inner(rect), 'none', COLOURS.border, 7) : '',
  ].join('');
}

function box(node: GraphNode, rect: Rect): string {
  const isLane = node.lane !== null;
  const isRegion = node.type === 'STATE' && node.shape.region;
  const dashes = isLane || isRegion ? ' stroke-dasharray="5 4"' : '';
  const { x, y, width, height } = rect;
  const fill = isLane || isRegion ? 'none' : COLOURS.sunken;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${fill}" stroke="${isLane ? COLOURS.border : accentOf(node)}" stroke-opacity="${isLane ? 1 : 0.45}"${dashes}/>`,
    words(
      x + INSET,
      y + (isLane ? 16 : 25),
      isLane ? 'line' : 'name',
      cutText(headOf(node), lettersIn(width, LETTER)),
    ),
  ].join('');
}

function headOf(node: GraphNode): string {
  if (node.lane !== null) return node.lane;
  return node.line === '' ? titleOf(node) : `${titleOf(node)} · ${node.line}`;
}

function note(node: GraphNode, rect: Rect): string {
  const lines = node.line.split('\n').slice(0, Math.max(1, Math.floor((rect.height - 20) / 18)));
  const texts = (lines.length > 1 || lines[0] !== '' ? lines : [titleOf(node)]).map((line, index) =>
    words(rect.x + 12, rect.y + 24 + index * 18, 'line', cutText(line, lettersIn(rect.width, SMALL_LETTER))),
  );
  return `${shape(rect, COLOURS.note, COLOURS.noteBorder, 6)}${texts.join('')}`;
}

function bar({ x, y, width, height }: Rect): string {
  return `<rect x="${x + width / 2 - 3}" y="${y}" width="6" height="${height}" rx="3" fill="${COLOURS.ink}"/>`;
}

function mark(node: GraphNode, { x, y, width, height }: Rect): string {
  const radius = Math.min(width, height) / 2;
  const text = node.type === 'STATE' && node.shape.deep ? 'H*' : 'H';
  return `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${radius}" fill="${COLOURS.surface}" stroke="${COLOURS.border}"/><text class="line" x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle">${text}</text>`;
}

function shape({ x, y, width, height }: Rect, fill: string, stroke: string, radius: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" stroke="${stroke}"/>`;
}

function inner({ x, y, width, height }: Rect): Rect {
  return { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
}

export function words(x: number, y: number, kind: 'name' | 'line', text: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escapeXml(text)}</text>`;
}

function titleOf(node: GraphNode): string {
  return node.title === '' ? node.type : node.title;
}

function lettersIn(width: number, letter: number): number {
  return Math.max(4, Math.floor((width - 2 * INSET) / letter));
}

/** Planners, executors and people are told apart at a glance, as on the canvas. */
function accentOf(node: GraphNode): string {
  switch (node.type) {
    case 'PLANNER':
      return COLOURS.plan;
    case 'PLAN_EXECUTOR':
      return COLOURS.run;
    case 'HUMAN_INPUT':
    case 'EVENT_WAIT':
      return COLOURS.wait;
    case 'START':
    case 'END':
      return COLOURS.ok;
    case 'STATE':
      return node.shape.kind === 'final' ? COLOURS.ok : COLOURS.accent;
    default:
      return COLOURS.accent;
  }
}
