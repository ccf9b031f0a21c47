import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from './doors';

/** The TypeScript sources below a folder, by path with `/`. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (/\.tsx?$/.test(path)) tree.set(path, readFileSync(join(root, name), 'utf8'));
  }
  return tree;
}
