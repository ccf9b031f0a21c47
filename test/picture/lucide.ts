import { z } from 'zod';

type Attributes = Readonly<Record<string, string>>;

const MODULE = z.object({
  __iconData: z.object({ node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])) }),
});

/** The drawing of an icon of lucide, in the package that the app shows icons from, as one path. */
export async function lucidePath(name: string): Promise<string> {
  const file = new URL(`../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`, import.meta.url);
  const { node } = MODULE.parse(await import(/* @vite-ignore */ file.href)).__iconData;
  return node.map(([tag, attributes]) => pathOf(tag, attributes)).join('');
}

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)`;
/** A path that begins where the grid does begins elsewhere once it stands behind another; what follows its start stays relative. */
const RELATIVE_START = new RegExp(String.raw`^m\s*(${NUMBER})(\s*,?${NUMBER}|\s+${NUMBER})\s*(.?)`);

function pathOf(tag: string, { d = '', points = '', fill, ...rest }: Attributes): string {
  if (fill !== undefined && fill !== 'currentColor') throw new Error(`An icon is filled with ${fill}.`);
  const at = (name: string): number => Number(rest[name] ?? 0);
  switch (tag) {
    case 'path':
      return d.replace(
        RELATIVE_START,
        (_start, x, y, next) => `M${x} ${y.trim()}${/[a-z]/i.test(next) ? next : `l${next}`}`,
      );
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'polyline':
      return `M${points}`;
    case 'polygon':
      return `M${points}z`;
    case 'circle':
      return ellipse(at('cx'), at('cy'), at('r'), at('r'));
    case 'ellipse':
      return ellipse(at('cx'), at('cy'), at('rx'), at('ry'));
    case 'rect':
      return rectangle(at('x'), at('y'), at('width'), at('height'), at('rx') || at('ry'));
    default:
      throw new Error(`An icon has an element ${tag}.`);
  }
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${tidy(x - rx)} ${y}a${rx} ${ry} 0 1 0 ${tidy(2 * rx)} 0a${rx} ${ry} 0 1 0 ${tidy(-2 * rx)} 0z`;
}

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  const [w, h] = [tidy(width - 2 * r), tidy(height - 2 * r)];
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const turn = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w}${turn(r, r)}v${h}${turn(-r, r)}h${-w}${turn(-r, -r)}v${-h}${turn(r, -r)}z`;
}

function tidy(value: number): number {
  return Math.round(value * 1000) / 1000;
}
