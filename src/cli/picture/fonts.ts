import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontFile } from '#share';

const { resolve } = createRequire(import.meta.url);

/** The files of the app's font, each with the letters that it is for, as its style sheet names them. */
export async function interFiles(): Promise<readonly FontFile[]> {
  const sheet = resolve('@fontsource-variable/inter/wght.css');
  const faces = (await readFile(sheet, 'utf8')).matchAll(/url\(([^)]+)\)[^;]*;\s*unicode-range: ([^;]+);/g);
  return [...faces].map(([, file = '', range = '']) => ({
    range,
    read: async () => new Uint8Array(await readFile(join(dirname(sheet), file))),
  }));
}
