import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { lettersOf, pngWithWorkspace, type SvgPicture } from '#share';
import { interFiles } from './fonts';

/** How many dots a canvas pixel becomes, and the most on a side: as in the app. */
const SCALE = 2;
const LONGEST = 8_000;

const FAMILY = 'Inter Variable';

/**
 * S2: our own drawing painted without a browser, with the workspace beside the dots. Painter and fonts are read when the
 * first picture is painted.
 *
 * @returns the file's bytes
 */
export async function paintPng(picture: SvgPicture, workspace: string): Promise<Uint8Array> {
  const [Painter, fontBuffers] = await Promise.all([painter(), fonts()]);
  const value = Math.min(SCALE, LONGEST / Math.max(picture.width, picture.height));
  const painting = new Painter(emboldened(picture.text), {
    fitTo: { mode: 'zoom', value },
    font: { fontBuffers, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
  });
  const image = painting.render();
  try {
    return pngWithWorkspace(image.asPng(), workspace);
  } finally {
    image.free();
    painting.free();
  }
}

/** Letters in a picture that its fonts do not have: none is drawn for them. */
export function unpaintable(picture: SvgPicture): readonly string[] {
  const letters = lettersOf(picture)
    .join('')
    .match(
      /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu,
    );
  return [...new Set(letters)];
}

const { resolve } = createRequire(import.meta.url);

let ready: Promise<void> | undefined;

async function painter() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  // Once a process: it refuses to be made ready twice.
  ready ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await ready;
  return Resvg;
}

async function fonts(): Promise<Uint8Array[]> {
  return Promise.all((await interFiles()).map(({ read }) => read()));
}

/** The painter has one weight of the font: where the drawing asks for a heavier one, letters get an outline. */
function emboldened(svg: string): string {
  return svg.replace(
    /<text fill="(#\w+)"([^>]*?) font-weight="(\d+)"/g,
    (_text, ink, rest, weight) =>
      `<text fill="${ink}" stroke="${ink}" stroke-width="${weight === '600' ? 0.4 : 0.2}"${rest}`,
  );
}
