import { LIMITS, parseJson } from '#base';

const FENCED = /^```[\w-]*[ \t]*\n([\s\S]*)\n```$/;
/** How often a reply may be wrapped in a JSON string. */
const MOST_WRAPPINGS = 3;

/** The reply without byte order mark, and taken out of the JSON string that some models put it into (case E3). */
export function unwrapReply(reply: string): { readonly text: string; readonly repairs: readonly string[] } {
  let text = reply.charCodeAt(0) === 0xfeff ? reply.slice(1) : reply;
  for (let wrapping = 0; wrapping < MOST_WRAPPINGS; wrapping++) {
    const inner = innerText(text.trim());
    if (inner === null)
      return { text, repairs: wrapping === 0 ? [] : ['Read the JSON out of a JSON string.'] };
    text = inner;
  }
  return { text, repairs: ['Read the JSON out of a JSON string.'] };
}

function innerText(trimmed: string): string | null {
  const source = trimmed.startsWith('"') ? trimmed : (FENCED.exec(trimmed)?.[1] ?? '').trim();
  if (!source.startsWith('"') || !source.endsWith('"') || source.length < 2) return null;
  const parsed = parseJson(source, LIMITS.jsonDepth);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : null;
}
