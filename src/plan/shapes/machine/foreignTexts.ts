import { isJsonObject, type Json, LIMITS } from '#base';
import { compileExpression } from '../../expressions/expression';

/** What a placeholder names. */
export const PLACEHOLDER_PATH = '(?:goal_data|goal|results)(?:\\.[A-Za-z_][A-Za-z0-9_]*)+';
/** `{{goal_data.x}}` of their code, `{goal_data.x}` of their document; any other `{{` is text. */
const PLACEHOLDER = new RegExp(
  `\\{\\{\\s*(${PLACEHOLDER_PATH})\\s*\\}\\}|\\{(${PLACEHOLDER_PATH})\\}|\\{\\{`,
  'g',
);

/** Their data as a template of ours (V3): placeholders become holes over `goal_data` and `results`. */
export function templateOfPlaceholders(data: Json): Json {
  if (typeof data === 'string')
    return data.replace(PLACEHOLDER, (_, doubled: string | undefined, single: string | undefined) => {
      const path = doubled ?? single;
      return path === undefined ? '{{ "{{" }}' : `{{ ${path.replace(/^goal\./, 'goal_data.')} }}`;
    });
  if (Array.isArray(data)) return (data as readonly Json[]).map(templateOfPlaceholders);
  if (!isJsonObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, templateOfPlaceholders(value)]));
}

const SINGLE = new RegExp(`\\{\\{[\\s\\S]*?\\}\\}|\\{(${PLACEHOLDER_PATH})\\}`, 'g');

/** The same for what a model wrote, who was told of our holes: those stay, placeholders in single braces become holes. */
export function templateOfReply(data: Json): Json {
  if (typeof data === 'string')
    return data.replace(SINGLE, (whole, path: string | undefined) =>
      path === undefined ? whole : `{{ ${path.replace(/^goal\./, 'goal_data.')} }}`,
    );
  if (Array.isArray(data)) return (data as readonly Json[]).map(templateOfReply);
  if (!isJsonObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, templateOfReply(value)]));
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
export function conditionOfText(text: string): string | null {
  if (text.length > LIMITS.expressionCharacters) return null;
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
