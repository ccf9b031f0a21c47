import { toBase64url } from '../link/base64url';
import type { SvgPicture } from './svgPicture';

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
