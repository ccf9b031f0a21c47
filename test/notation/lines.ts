import { jsonrepair } from 'jsonrepair';
import type { Json, JsonObject } from '#base';

/** A line `id: TYPE main {rest}`, with the lines that are indented below it. */
export interface NodeLine {
  readonly id: string;
  readonly type: string;
  readonly main: string;
  readonly rest: string;
  readonly nodes: NodeLine[];
  readonly edges: JsonObject[];
}

export interface PlanLines {
  variables: Json[] | 'open';
  result: JsonObject | null;
  readonly nodes: NodeLine[];
  readonly edges: JsonObject[];
}

interface Level {
  readonly indent: number;
  readonly nodes: NodeLine[];
  readonly edges: JsonObject[];
}

const SCOPES: Readonly<Record<string, string>> = { in: 'IN', var: 'INTERNAL', out: 'OUT' };

/** Reads the lines of a plan; which line is what is told by how it begins. */
export function parseLines(text: string): PlanLines {
  const lines: PlanLines = { variables: [], result: null, nodes: [], edges: [] };
  const levels: Level[] = [];
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    while ((levels.at(-1)?.indent ?? -1) > indent) levels.pop();
    if (levels.length === 0) levels.push({ indent, nodes: lines.nodes, edges: lines.edges });
    const level = levelFor(levels, indent);
    if (!readDeclaration(content, lines)) readNodeOrEdges(content, level);
  }
  return lines;
}

/** An object whose quotes may be left out. */
export function jsonOf(text: string): JsonObject {
  return text === '' ? {} : (JSON.parse(jsonrepair(text)) as JsonObject);
}

function levelFor(levels: Level[], indent: number): Level {
  const current = levels.at(-1);
  if (!current) throw new Error('no level');
  const container = current.nodes.at(-1);
  if (indent === current.indent || !container) return current;
  const inner = { indent, nodes: container.nodes, edges: container.edges };
  levels.push(inner);
  return inner;
}

function readDeclaration(content: string, lines: PlanLines): boolean {
  if (content === 'open') {
    lines.variables = 'open';
    return true;
  }
  if (content.startsWith('result ')) {
    lines.result = jsonOf(content.slice('result '.length));
    return true;
  }
  if (!/^(in|out|var) /.test(content) || lines.variables === 'open') return false;
  for (const declaration of content.split(/\s{2,}|,\s*/)) lines.variables.push(variableJson(declaration));
  return true;
}

/** `in question`, `var score = 3`, `out answer: string`. */
function variableJson(text: string): JsonObject {
  const match = /^(in|out|var)\s+(\w+)(?:\s*:\s*(\w+))?(?:\s*=\s*(.+))?$/.exec(text);
  if (!match) throw new Error(`not a variable: ${text}`);
  const [, scope = '', id = '', type, byDefault] = match;
  return {
    id,
    scope: SCOPES[scope] ?? scope,
    ...(type === undefined ? {} : { schema: { type } }),
    ...(byDefault === undefined ? {} : { default: JSON.parse(jsonrepair(byDefault)) as Json }),
  };
}

function readNodeOrEdges(content: string, level: Level): void {
  const node = /^([\w-]+):\s+([A-Z_]+)\b\s*(.*)$/.exec(content);
  if (node) {
    const [, id = '', type = '', tail = ''] = node;
    // An object begins at the first `{` after a space that is not the `{{` of a template.
    const [, main = '', rest = ''] = /^(.*?)(?:(?:^|\s)(\{(?!\{).*\}))?$/.exec(tail) ?? [];
    level.nodes.push({ id, type, main: main.trim(), rest, nodes: [], edges: [] });
    return;
  }
  const stops = content.split('->').map((stop) => stop.trim());
  if (stops.length < 2) throw new Error(`not a line of a plan: ${content}`);
  for (const [index, to] of stops.slice(1).entries()) {
    const [from = '', port] = (stops[index] ?? '').split('.');
    level.edges.push({ from, ...(port === undefined ? {} : { port }), to: to.split('.')[0] ?? '' });
  }
}
