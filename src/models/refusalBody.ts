const LONGEST_QUOTE = 300;
/** How deep the words of a refusal may lie: `{"error": {"detail": [{"msg": "…"}]}}`. */
const DEEPEST = 6;

/** What the body of a refusal says. */
export interface RefusalBody {
  /** The server's own words; empty where there are none for people. */
  readonly reason: string;
  /** Fields of the request that it names by their place, as `param` or `loc`. */
  readonly fields: readonly string[];
  /** Its own codes and types, as `insufficient_quota`. */
  readonly codes: readonly string[];
}

const WORDS = [
  'message',
  'msg',
  'detail',
  'error',
  'errors',
  'error_description',
  'reason',
  'title',
] as const;

/**
 * Reads the body of a refusal, whatever its shape: OpenAI's `error.message`, `error.param`; FastAPI's and Pydantic's
 * `detail[]` of `{loc, msg, type}`; problem details (RFC 9457); lists of errors; plain text. Of an HTML page nothing is
 * read: it says nothing that a person wants in one line.
 */
export function readRefusalBody(body: unknown): RefusalBody {
  const value = typeof body === 'string' ? parsed(body) : body;
  const reason = [...new Set(wordsIn(value, DEEPEST))].join(' · ').slice(0, LONGEST_QUOTE);
  const fields = new Set<string>();
  const codes = new Set<string>();
  walk(value, DEEPEST, (key, at) => {
    if (key === 'param' && typeof at === 'string') fields.add(at);
    else if ((key === 'loc' || key === 'path') && Array.isArray(at)) fields.add(at.map(String).join('.'));
    else if ((key === 'code' || key === 'type' || key === 'status') && typeof at === 'string') codes.add(at);
  });
  return { reason, fields: [...fields], codes: [...codes] };
}

/** The words as they are put into a sentence: `: "You exceeded your quota"`. */
export function quoted(reason: string): string {
  return reason === '' ? '' : `: "${reason}"`;
}

function wordsIn(value: unknown, deep: number): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value !== 'object' || value === null || deep === 0) return [];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((one) => wordsIn(one, deep - 1));
  for (const key of WORDS) {
    const inner = wordsIn(Reflect.get(value, key), deep - 1);
    if (inner.length > 0) return inner.map((words) => withPlace(words, Reflect.get(value, 'loc')));
  }
  return [];
}

/** Pydantic says where in a list beside the words: "Extra inputs are not permitted" alone helps nobody. */
function withPlace(words: string, loc: unknown): string {
  const place = Array.isArray(loc) ? loc.map(String).filter((part) => part !== 'body') : [];
  return place.length === 0 ? words : `${place.join('.')}: ${words}`;
}

function walk(value: unknown, deep: number, see: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null || deep === 0) return;
  for (const [key, inner] of Object.entries(value).slice(0, 50)) {
    see(key, inner);
    walk(inner, deep - 1, see);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trimStart().startsWith('<') ? '' : text;
  }
}
