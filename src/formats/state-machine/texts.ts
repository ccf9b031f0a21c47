import { isJsonObject, type Json } from '#base';
import { compileExpression, holesIn } from '#plan';

const PATH = '(?:goal_data|goal|results)(?:\\.[A-Za-z_][A-Za-z0-9_]*)+';
/** `{{goal_data.x}}` of their code, `{goal_data.x}` of their document; any other `{{` is text. */
const PLACEHOLDER = new RegExp(`\\{\\{\\s*(${PATH})\\s*\\}\\}|\\{(${PATH})\\}|\\{\\{`, 'g');

/** Their data as a template of ours (V3): placeholders become holes over `goal_data` and `results`. */
export function templateOf(data: Json): Json {
  if (typeof data === 'string')
    return data.replace(PLACEHOLDER, (_, doubled: string | undefined, single: string | undefined) => {
      const path = doubled ?? single;
      return path === undefined ? '{{ "{{" }}' : `{{ ${path.replace(/^goal\./, 'goal_data.')} }}`;
    });
  if (Array.isArray(data)) return (data as readonly Json[]).map(templateOf);
  if (!isJsonObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, templateOf(value)]));
}

/**
 * The way back, as their document writes it.
 *
 * @param unknown gets each expression that they have no placeholder for; it is written as it stands
 */
export function dataOf(template: Json, unknown: (expression: string) => void): Json {
  if (typeof template === 'string') return textOf(template, unknown);
  if (Array.isArray(template)) return (template as readonly Json[]).map((item) => dataOf(item, unknown));
  if (!isJsonObject(template)) return template;
  const members = Object.entries(template).map(([key, value]) => [key, dataOf(value, unknown)] as const);
  return Object.fromEntries(members);
}

function textOf(template: string, unknown: (expression: string) => void): string {
  const holes = holesIn(template);
  if (!holes.ok) return template;
  return holes.value
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const source = piece.source.trim();
      if (source === '"{{"') return '{{';
      if (!new RegExp(`^${PATH}$`).test(source)) unknown(source);
      return `{${source}}`;
    })
    .join('');
}

/** Words of Python for signs of CEL, outside of strings; `data` is the event's. */
const WORDS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  True: 'true',
  False: 'false',
  None: 'null',
  data: 'event.data',
  goal: 'goal_data',
};

/** Names that a condition of ours knows (M1). */
const KNOWN = new Set(['event', 'goal_data', 'results']);

/**
 * Their condition as CEL. Its language is nowhere said; what reads as CEL, or does so with Python's words, over the
 * event's `data`, `goal_data` and `results`, is taken for that.
 *
 * @returns null where it is none of these
 */
export function conditionOf(text: string): string | null {
  const cel = text
    .replace(
      /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(\.\s*)?\b[A-Za-z_]\w*\b/g,
      (token, dot: string | undefined) =>
        dot === undefined && Object.hasOwn(WORDS, token) ? (WORDS[token] ?? token) : token,
    )
    .replace(/!\s+/g, '!')
    .trim();
  const expression = compileExpression(cel);
  if (!expression.ok) return null;
  return [...expression.value.references.variables].every((name) => KNOWN.has(name)) ? cel : null;
}
