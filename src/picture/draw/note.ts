import type { NoteColor } from '#plan';
import type { ColourName } from '../colours';
import type { Size } from './look';
import { baseline, type Mark, rectMark, textMark } from './mark';
import { type Weight, widthOf } from './measure';

const INSET = { x: 17, y: 13 };
const TEXT = 12;
const LINE = 18;
const GAP = 6;

interface Line {
  readonly text: string;
  readonly size: number;
  readonly weight: Weight;
  /** Pixels from the left, and free above it. */
  readonly indent: number;
  readonly gap: number;
}

/** What each paper is made of: its ground, and its edge with how much of that ink is in it. */
const PAPERS: Readonly<
  Record<NoteColor, { readonly ground: ColourName; readonly edge: ColourName; readonly share: number }>
> = {
  paper: { ground: 'surface', edge: 'line-strong', share: 1 },
  yellow: { ground: 'wait-soft', edge: 'wait', share: 0.3 },
  green: { ground: 'ok-soft', edge: 'ok', share: 0.3 },
  blue: { ground: 'run-soft', edge: 'run', share: 0.3 },
  violet: { ground: 'plan-soft', edge: 'plan', share: 0.3 },
  red: { ground: 'bad-soft', edge: 'bad', share: 0.3 },
};

/** A sticky note: its words as they read, without the signs of Markdown; what has no room is left out. */
export function drawNote(
  markdown: string,
  { width, height }: Size,
  color: NoteColor = 'yellow',
): readonly Mark[] {
  const { ground, edge, share } = PAPERS[color];
  const marks: Mark[] = [
    rectMark({ x: 0, y: 0, width, height }, { fill: ground, radius: 8 }),
    rectMark({ x: 0, y: 0, width, height }, { stroke: edge, border: share, radius: 8 }),
  ];
  let y = INSET.y;
  for (const { text, size, weight, indent, gap } of linesOf(markdown, width - 2 * INSET.x)) {
    y += gap;
    if (y + LINE > height - 2) break;
    const at = { x: INSET.x + indent, y: y + baseline(LINE, size) };
    marks.push(textMark(text, at, { size, weight, ink: 'ink' }));
    y += LINE;
  }
  return marks;
}

function linesOf(markdown: string, room: number): readonly Line[] {
  return blocksOf(markdown).flatMap((block, index) => {
    const { text, heading, bullet } = block;
    const [size, weight, indent]: [number, Weight, number] = [
      heading ? 13 : TEXT,
      heading ? 600 : 400,
      bullet === '' ? 0 : 18,
    ];
    return wrap(text, room - indent, size, weight).map((line, place) => ({
      text: place === 0 && bullet !== '' ? `${bullet} ${line}` : line,
      size,
      weight,
      indent: place === 0 && bullet !== '' ? 4 : indent,
      gap: place === 0 && index > 0 && !block.joined ? GAP : 0,
    }));
  });
}

interface Block {
  readonly text: string;
  readonly heading: boolean;
  readonly bullet: string;
  /** An item of a list that goes on. */
  readonly joined: boolean;
}

/** Paragraphs, headings and items of lists; lines of one paragraph are one text. */
function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const line of markdown.split('\n')) {
    const text = line.trim();
    const [, hashes, titled] = /^(#{1,6}) (.*)$/.exec(text) ?? [];
    const [, sign, item] = /^([-*+]|\d{1,3}[.)]) (.*)$/.exec(text) ?? [];
    const last = blocks.at(-1);
    if (text === '') open = false;
    else if (hashes !== undefined)
      blocks.push({ text: plain(titled ?? ''), heading: true, bullet: '', joined: false });
    else if (sign !== undefined) {
      const bullet = /^\d/.test(sign) ? sign : '•';
      blocks.push({ text: plain(item ?? ''), heading: false, bullet, joined: (last?.bullet ?? '') !== '' });
    } else if (open && last !== undefined)
      blocks.splice(-1, 1, { ...last, text: `${last.text} ${plain(text)}` });
    else blocks.push({ text: plain(text), heading: false, bullet: '', joined: false });
    if (text !== '') open = hashes === undefined;
  }
  return blocks;
}

/** Words without the signs around them. */
function plain(text: string): string {
  return text
    .replace(/^> ?/, '')
    .replace(/!?\[([^\][]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/[*_]{2}|[*`]/g, '');
}

function wrap(text: string, room: number, size: number, weight: Weight): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size, weight) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
