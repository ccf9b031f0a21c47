import { parseSync } from 'vite';

/** A regular expression that is written in a source file. */
export interface Literal {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression literal of a TypeScript file. */
export function literalsIn(path: string, text: string): readonly Literal[] {
  const found: Literal[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const regex: unknown = Reflect.get(node, 'regex');
    const start: unknown = Reflect.get(node, 'start');
    if (isRegex(regex) && typeof start === 'number')
      found.push({
        line: text.slice(0, start).split('\n').length,
        source: regex.pattern,
        flags: regex.flags,
      });
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(path, text).program);
  return found;
}

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'pattern') === 'string' &&
    typeof Reflect.get(value, 'flags') === 'string'
  );
}
