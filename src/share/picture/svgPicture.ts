import { arrange } from '#layout';
import {
  type ColourName,
  type Part,
  type Picture,
  pictureOf,
  type SvgMark,
  svgMark,
  THEMES,
  type Theme,
} from '#picture';
import { type Plan, type Workspace, write } from '#plan';
import { type Boxes, type Graph, graphOf } from '#projection';
import { toBase64url } from '../link/base64url';
import { escapeXml, unescapeXml } from './xml';

/** A picture as text, and its size in canvas pixels. */
export interface SvgPicture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

interface PictureOptions {
  /** Light, unless another is asked for. */
  readonly theme?: Theme;
  /** What is shown of the plan: a run, with what unfolded in it. Without it, the plan as its author placed it. */
  readonly shown?: { readonly graph: Graph; readonly boxes: Boxes };
  /** The icons that capabilities declare. */
  readonly declared?: (capability: string) => string | undefined;
}

const MARGIN = 32;

/**
 * Draws a plan of either kind as SVG, as the canvas shows it, with its whole workspace inside (S2): dropping the picture
 * opens that. No script, no link, nothing from elsewhere; equal workspaces give equal bytes.
 *
 * @example svgPicture(plan, workspace).text // '<svg xmlns=…'
 */
export function svgPicture(plan: Plan, workspace: Workspace, options: PictureOptions = {}): SvgPicture {
  const { theme = 'light', shown = atRest(plan, workspace), declared } = options;
  const picture = pictureOf(shown.graph, shown.boxes, declared);
  const colours = THEMES[theme];
  const { x, y, width, height } = frameOf(picture);
  const paint = (colour: ColourName): string => colours[colour];
  const title = escapeXml(plan.name ?? plan.id);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" role="img" aria-label="${title}" data-theme="${theme}">`,
    `<title>${title}</title>`,
    embedded(write(workspace)),
    `<style>text{font-family:Inter,"Inter Variable",system-ui,sans-serif;white-space:pre}</style>`,
    `<defs><pattern id="dots" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" cy="10" r=".8" fill="${colours.dot}"/></pattern></defs>`,
    ...[colours.paper, 'url(#dots)'].map(
      (fill) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`,
    ),
    ...picture.parts.map((part) => partText(part, paint)),
    '</svg>',
  ];
  return { text: `${parts.join('\n')}\n`, width, height };
}

function atRest(plan: Plan, workspace: Workspace): { readonly graph: Graph; readonly boxes: Boxes } {
  const graph = graphOf(plan);
  return {
    graph,
    boxes: arrange(graph, workspace.layout[plan.id] ?? {}, { layouts: workspace.layout }),
  };
}

function frameOf({ bounds }: Picture) {
  return {
    x: Math.floor(bounds.x - MARGIN),
    y: Math.floor(bounds.y - MARGIN),
    width: Math.ceil(bounds.width + 2 * MARGIN),
    height: Math.ceil(bounds.height + 2 * MARGIN),
  };
}

type Paint = (colour: ColourName) => string;

function partText({ kind, key, status, x, y, scale, marks, parts = [] }: Part, paint: Paint): string {
  const places = [
    x === 0 && y === 0 ? '' : `translate(${round(x)} ${round(y)})`,
    scale === 1 ? '' : `scale(${round(scale)})`,
  ].filter((place) => place !== '');
  const transform = places.length === 0 ? '' : ` transform="${places.join(' ')}"`;
  const state = status === null ? '' : ` data-status="${status}"`;
  const inside = [
    ...marks.map((mark) => markText(svgMark(mark, paint))),
    ...parts.map((one) => partText(one, paint)),
  ];
  return `<g data-${kind}="${escapeXml(key)}"${state}${transform}>${inside.join('')}</g>`;
}

function markText({ tag, attributes, text }: SvgMark): string {
  const start = `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')}`;
  return text === undefined ? `${start}/>` : `${start}>${escapeXml(text)}</${tag}>`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const OPEN = '<metadata id="planloom-workspace">';
const CLOSE = '</metadata>';

/** The element that holds a workspace in a picture. */
function embedded(workspace: string): string {
  return `${OPEN}${escapeXml(workspace)}${CLOSE}`;
}

/** How far into a text its first tag is looked for: a prolog and comments may stand before it. */
const PROLOG = 4_000;

/** Whether a text is an SVG picture. */
export function isSvg(text: string): boolean {
  return (
    /^\ufeff?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg[\s>])/.test(text) && text.slice(0, PROLOG).includes('<svg')
  );
}

/**
 * The workspace in a picture, as text (T1): it is looked up among the characters. Nothing of the picture is parsed, drawn
 * or run, whatever else it holds.
 *
 * @returns null where there is none
 */
export function workspaceInSvg(text: string): string | null {
  const start = text.indexOf(OPEN);
  if (start < 0) return null;
  const end = text.indexOf(CLOSE, start);
  return end < 0 ? null : unescapeXml(text.slice(start + OPEN.length, end));
}

/** One file of a font, and the letters that it is for. */
export interface FontFile {
  /** As `unicode-range` writes it: `U+0000-00FF, U+0131`. */
  readonly range: string;
  readonly read: () => Promise<Uint8Array>;
}

const STYLE = '<style>';

/**
 * A picture that brings the letters of its words along: what shows it loads nothing, and has no font of ours.
 *
 * @param files of one family; those that have letters of the picture are read
 */
export async function withFonts(picture: SvgPicture, files: readonly FontFile[]): Promise<SvgPicture> {
  const letters = lettersOf(picture);
  const faces = await Promise.all(files.filter(({ range }) => hasOneOf(range, letters)).map(faceOf));
  const [before = '', ...after] = picture.text.split(STYLE);
  return { ...picture, text: [before, STYLE, faces.join(''), after.join(STYLE)].join('') };
}

/** The letters of a picture's words, each once. */
export function lettersOf({ text }: SvgPicture): readonly string[] {
  const words = [...text.matchAll(/<text [^>]*>([^<]*)</g)].map(([, word = '']) => word);
  return [...new Set(words.join(''))];
}

async function faceOf({ range, read }: FontFile): Promise<string> {
  const data = toBase64url(await read())
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return `@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${range}}`;
}

function hasOneOf(range: string, letters: readonly string[]): boolean {
  const spans = range.split(',').map(spanOf);
  return letters.some((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return spans.some(([from, to]) => code >= from && code <= to);
  });
}

function spanOf(span: string): readonly [number, number] {
  const [from = 'none', to = from] = span.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
