const SPACE = /\s/;
/** What may follow `{` in JSON or in the careless JSON of models: a key, a comment, or the end. */
const AFTER_BRACE = /^(?:["'“”‘’`}]|\/[/*]|\\"|[A-Za-z_$][\w$-]{0,63}\s{0,16}:)/;
/** What may follow `[`: a value, a comment, or the end. */
const AFTER_BRACKET = /^(?:["'“”‘’{[\]-]|\d|\/[/*]|\\"|(?:true|false|null|True|False|None|NaN)\b)/;
/** Enough characters for the longest key that is looked at. */
const LOOKAHEAD = 100;

/**
 * Whether a brace or bracket at `index` begins JSON rather than prose ("{goal}", "[see above]"). Only a look ahead:
 * a wrong yes costs one span that is no plan, a wrong no would lose one.
 */
export function looksLikeJson(text: string, index: number): boolean {
  let next = index + 1;
  while (next < text.length && SPACE.test(text.charAt(next))) next++;
  if (next >= text.length) return true;
  const ahead = text.slice(next, next + LOOKAHEAD);
  return text[index] === '{' ? AFTER_BRACE.test(ahead) : AFTER_BRACKET.test(ahead);
}
