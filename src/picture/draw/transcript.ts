import type { TranscriptLine } from '#projection';
import type { ColourName } from '../colours';
import { type Size, TITLE_BAR } from './card';
import { baseline, type Mark, rectMark, textMark } from './mark';

/** Measures of the lines in an agent's box, in canvas pixels. */
export const TRANSCRIPT = { row: 20, around: 12, indent: 24, text: 12 } as const;

/** The lines that there is room for below a title bar: the last ones, since those are news. */
export function linesThatFit(lines: readonly TranscriptLine[], height: number): readonly TranscriptLine[] {
  const room = Math.floor((height - TITLE_BAR - 2 * TRANSCRIPT.around) / TRANSCRIPT.row);
  return lines.slice(-Math.max(1, room));
}

const INKS = {
  thought: 'ink',
  call: 'ink-2',
  seen: 'ink-2',
  trouble: 'bad',
  answer: 'ok',
  verdict: 'ink-2',
} satisfies Record<TranscriptLine['kind'], ColourName>;

/** The turns of an agent, each line with the number of its turn where that begins. */
export function drawTranscript(lines: readonly TranscriptLine[], { width, height }: Size): readonly Mark[] {
  const { row, around, indent, text: size } = TRANSCRIPT;
  return linesThatFit(lines, height).flatMap(({ kind, text, turn }, index, shown) => {
    const y = TITLE_BAR + around + index * row;
    const at = { x: around + indent, y: y + baseline(row, size) };
    const room = width - around - at.x;
    const isFirst = shown[index - 1]?.turn !== turn;
    return [
      ...(isFirst
        ? [textMark(String(turn), { x: around, y: at.y }, { size, weight: 600, ink: 'ink-2' })]
        : []),
      ...(kind === 'call'
        ? [
            rectMark(
              { x: at.x - 6, y: y + 1, width: room + 6, height: row - 2 },
              { fill: 'sunken', radius: 4 },
            ),
          ]
        : []),
      textMark(text, at, { size, ink: INKS[kind], room }),
    ];
  });
}
