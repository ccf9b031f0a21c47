import type { ColourName, Point } from '#picture';
import type { Colours } from './colours';

const TEXT = 11;
const HEIGHT = 20;
const INSET = 8;

/** A small label on a line: paper inside, so that the line seems to pass behind it. */
export function paintPill(
  context: CanvasRenderingContext2D,
  colours: Colours,
  text: string,
  middle: Point,
  scale: number,
  ink: ColourName,
): void {
  context.font = `600 ${TEXT * scale}px ${colours.font}`;
  const width = context.measureText(text).width + 2 * INSET * scale;
  const height = HEIGHT * scale;
  context.beginPath();
  context.roundRect(middle.x - width / 2, middle.y - height / 2, width, height, height / 2);
  context.fillStyle = colours.paper;
  context.fill();
  context.strokeStyle = colours.line;
  context.lineWidth = scale;
  context.stroke();
  context.fillStyle = colours[ink];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, middle.x, middle.y + 0.5 * scale);
}
