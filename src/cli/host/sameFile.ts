import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Whether two paths lead to one file, however they are written; links are followed. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  if (resolve(one) === resolve(other)) return true;
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  return !!first && !!second && first.ino === second.ino && first.dev === second.dev;
}
