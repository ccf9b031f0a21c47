import { type Diagnostic, LIMITS, parseJson, problem } from '#base';

/** What a text of JSON begins with, behind blanks and comments. */
const JSON_START = /^[[{"]/;
const YAML_LINE = /^(?:[\w$-]+|"[^"\n]+"|'[^'\n]+'):(?:\s|$)/;

/**
 * What is wrong with a text that nobody knows the format of, where that can be told: JSON that is damaged, with its place;
 * JSON whose value nobody can keep; YAML, which no format here is written in.
 *
 * @returns null where it is sound JSON, or nothing that is known
 */
export function damageIn(text: string): Diagnostic | null {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (parsed.ok) return null;
  if (parsed.problem.code !== 'JSON_INVALID') return parsed.problem;
  const start = beginningOf(text);
  if (JSON_START.test(start)) return parsed.problem;
  return isYaml(start) ? yaml() : null;
}

/** The text from its first mark on: comments of JavaScript stand before some JSON, a mark of three dashes before YAML. */
function beginningOf(text: string): string {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    const end = rest.startsWith('//')
      ? rest.indexOf('\n')
      : rest.startsWith('/*')
        ? rest.indexOf('*/') + 1
        : 0;
    if (end <= 0) return rest;
    rest = rest.slice(end + 1).trimStart();
  }
}

/** Keys at the beginning of lines, one of which is the first that says anything. */
function isYaml(start: string): boolean {
  const lines = start.split('\n', 50).filter((line) => line.trim() !== '' && !/^(?:#|---)/.test(line));
  return (
    YAML_LINE.test(lines[0] ?? '') && lines.every((line) => YAML_LINE.test(line) || /^(?:\s|- )/.test(line))
  );
}

function yaml(): Diagnostic {
  return problem(
    'FORMAT_FOREIGN',
    'This is YAML, which Planloom does not read.',
    'Convert it to JSON, and import that.',
    { line: 1 },
  );
}
