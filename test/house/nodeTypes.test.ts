import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NODE_TYPES } from '#plan';
import { readTree } from './readTree';

const src = fileURLToPath(new URL('../../src', import.meta.url));

const SWITCH = /^( *)(?:.*\S )?switch \(.*\) \{\n([\s\S]*?)^\1\}/gm;

/** Switches over node types that fall back to what most types do, each in a sentence that says what to do instead. */
function fallingBack(file: string, text: string): readonly string[] {
  return [...text.matchAll(SWITCH)].flatMap(([, indent = '', block = '']) => {
    // Its own clauses: those of a switch inside it stand further to the right.
    const clauses = block
      .split('\n')
      .filter((line) => line.startsWith(`${indent}  `) && line[indent.length + 2] !== ' ');
    const isOverTypes = clauses.some((line) =>
      Object.hasOwn(NODE_TYPES, /^ *case '(\w+)':/.exec(line)?.[1] ?? ''),
    );
    if (!isOverTypes || !clauses.some((line) => /^ *default:/.test(line))) return [];
    return [
      `src/${file}: "${clauses[0]?.trim()}" and what follows: name every node type, or ask its definition in plan/nodes, so that the compiler finds this place when a type is added.`,
    ];
  });
}

describe('L1 a node type is added in the places that the compiler names', () => {
  it('no switch over node types has a default', () => {
    const found = [...readTree(src)].flatMap(([file, text]) =>
      text.includes('switch (') ? fallingBack(file, text) : [],
    );
    expect(found).toEqual([]);
  });

  it('a switch that falls back is told of with its place; one that names all, or something else, is not', () => {
    expect(fallingBack('a.ts', "switch (type) {\n  case 'LOOP':\n    break;\n  default:\n}\n")).toEqual([
      expect.stringContaining(`src/a.ts: "case 'LOOP':" and what follows: name every node type`),
    ]);
    expect(fallingBack('a.ts', "switch (type) {\n  case 'LOOP':\n    break;\n}\n")).toEqual([]);
    expect(fallingBack('a.ts', "switch (kind) {\n  case 'loop':\n    break;\n  default:\n}\n")).toEqual([]);
  });
});
