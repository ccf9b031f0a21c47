import { LIMITS, parseJson } from '#base';

/** Where a call opens, its name in one of three groups: as Qwen3-Coder, MiniMax and Claude, and GLM write it. */
const NAME = '[A-Za-z][\\w.:/-]{0,127}';
const CALL = new RegExp(
  `<function=(${NAME})>|<(?:\\w{1,16}:)?invoke name="(${NAME})">|<tool_call>\\s{0,4}(${NAME})\\s{0,4}(?=<arg_key>|</tool_call>)`,
  'g',
);
/** A parameter up to where its value begins. */
const PARAMETER =
  /\s{0,16}(?:<parameter=([^<>\n]{1,128})>|<((?:\w{1,16}:)?)parameter name="([^"<>\n]{1,128})"[^<>\n]{0,64}>|<arg_key>([^<>\n]{1,128})<\/arg_key>\s{0,16}<arg_value>)/y;
const END = /\s{0,16}<\/(?:function|(?:\w{1,16}:)?invoke|tool_call)>/y;
/** Tags around calls that JSON has no need of. */
const AROUND = /<\/?\w{1,16}:(?:tool_calls?|function_calls?)>/g;

/**
 * Writes function calls whose arguments are markup, one tag for each, as `{"name": …, "arguments": {…}}`. All else of the reply stays
 * as it is, also a call that breaks off. A value that is JSON is read as that, any other is text.
 *
 * Formats: the chat templates of Qwen3-Coder (`<function=find><parameter=city>Bonn</parameter></function>`), of MiniMax M2 and Claude
 * (`<invoke name="find"><parameter name="city">…`), and of GLM 4.5 (`<tool_call>find<arg_key>city</arg_key><arg_value>…`).
 *
 * @returns the reply itself where it has no such call
 */
export function withCallsAsJson(reply: string): string {
  const pieces: string[] = [];
  let written = 0;
  CALL.lastIndex = 0;
  for (let found = CALL.exec(reply); found !== null; found = CALL.exec(reply)) {
    const call = callFrom(reply, found.index + found[0].length);
    // Where one value does not end, none behind it does.
    if (call === 'open') break;
    if (call === null) continue;
    const name = found[1] ?? found[2] ?? found[3] ?? '';
    const isInTag = found[3] === undefined;
    const json = `{"name":${JSON.stringify(name)},"arguments":{${call.members.join()}}}`;
    pieces.push(reply.slice(written, found.index), isInTag ? json : `<tool_call>${json}</tool_call>`);
    written = call.end;
    CALL.lastIndex = call.end;
  }
  if (pieces.length === 0) return reply;
  return [...pieces, reply.slice(written)].join('').replace(AROUND, '');
}

interface MarkupCall {
  /** Its arguments as members of an object of JSON. */
  readonly members: readonly string[];
  readonly end: number;
}

/** The parameters of a call, and where it ends; null for a call in another dialect. */
function callFrom(reply: string, start: number): MarkupCall | 'open' | null {
  const members: string[] = [];
  let at = start;
  for (;;) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(reply);
    if (found === null) break;
    const begin = at + found[0].length;
    const closing = found[4] === undefined ? `</${found[2] ?? ''}parameter>` : '</arg_value>';
    const end = reply.indexOf(closing, begin);
    if (end < 0) return 'open';
    const key = found[1] ?? found[3] ?? found[4] ?? '';
    members.push(`${JSON.stringify(key.trim())}:${jsonOf(reply.slice(begin, end).trim())}`);
    at = end + closing.length;
  }
  END.lastIndex = at;
  const end = END.exec(reply);
  return end === null ? null : { members, end: at + end[0].length };
}

/** JSON stays as it is written, so that what reads the reply sees each digit and key; a number that would not be kept is text. */
function jsonOf(text: string): string {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  const isKept = parsed.ok && (typeof parsed.value !== 'number' || String(parsed.value) === text);
  return isKept ? text : JSON.stringify(text);
}
