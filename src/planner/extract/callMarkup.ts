import type { Json } from '#base';

/**
 * Function calls as chat templates write them into text: marks around the JSON of each, and in some dialects the name of the
 * tool before its arguments. Marks are ASCII or the fullwidth bars of DeepSeek.
 */
const MARK =
  /<\/?(?:tool_calls?|function_calls?|functioncall|function|tool|action)>|<[|｜][^|｜<>]{1,60}[|｜]>|\[\/?TOOL_CALLS\]|;/g;
/** Where a dialect says that there are no more calls. */
const ALL_TOLD =
  /<\/tool_calls>|<\/function_calls>|<[|｜](?:tool[_▁]calls[_▁](?:section[_▁])?end|END_ACTION|eom_id|eot_id|call)[|｜]>/;

const NAME = '[A-Za-z][\\w.:/-]{0,127}';
/** What stands right before the arguments, where the tool is named outside of them. */
const NAMED_BEFORE: readonly RegExp[] = [
  new RegExp(`<function=(${NAME})>$`),
  new RegExp(`(${NAME})\\[ARGS\\]$`),
  new RegExp(
    `<[|｜]tool[_▁]call[_▁]begin[|｜]>(?:function<[|｜]tool[_▁]sep[|｜]>)?(${NAME})(?:<[|｜]tool[_▁]sep[|｜]>|\\n\`\`\`json)$`,
  ),
  new RegExp(`functions\\.(${NAME}):\\d{1,6}<[|]tool_call_argument_begin[|]>$`),
  new RegExp(`to=functions\\.(${NAME}) ?(?:<[|]constrain[|]> ?json ?)?<[|]message[|]>$`),
];
const LOOK_BEHIND = 300;

/** The tool that is named right before the JSON at a place, and where that begins. */
export function toolBefore(
  text: string,
  at: number,
): { readonly name: string; readonly from: number } | null {
  const before = text.slice(Math.max(0, at - LOOK_BEHIND), at).trimEnd();
  for (const pattern of NAMED_BEFORE) {
    const found = pattern.exec(before);
    if (found !== null) return { name: found[1] ?? '', from: Math.max(0, at - LOOK_BEHIND) + found.index };
  }
  return null;
}

/** The call of a tool by the arguments that stand behind its name. */
export function callOfTool(name: string, input: Json): Json {
  return { name, arguments: input };
}

/** Whether nothing but the marks of calls stands between two of them. */
export function isBetweenCalls(between: string): boolean {
  const rest = between.replace(MARK, '').replaceAll('```json', '').replaceAll('```', '');
  return rest !== between && /^[\s,]*$/.test(rest);
}

/** Whether what stands behind the last call says that it was the last. */
export function saysAll(behind: string): boolean {
  return ALL_TOLD.test(behind);
}
