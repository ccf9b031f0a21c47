import type { Tree } from './doors';

/** Where a rule's promise is written, by its number: `src/kernel/SPEC.md` for R4. */
export type Promises = ReadonlyMap<string, readonly string[]>;

/** Lists such as `cases A9, B6 and H4` are numbers of the threat model, `faults X1 and X4` of an audit; neither is a rule. */
const OTHER_NUMBERS = /\b(?:[Cc]ases?|[Ff]aults?) [A-Z]\d+(?:(?:, | and |–| to )(?:case |fault )?[A-Z]\d+)*/g;
const RULE = /(?<![\w.#$'-])[ACDEHIKLMPRSTVW][1-9]\d?(?![\w'"]|:\d)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/[^\n]*/g;
const TITLE =
  /\b(?:test|it|describe|step)(?:\.\w+)*(?:\([^()]*\))?\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g;

/** The promises of all rooms. @param specs the text of each `SPEC.md`, by its path */
export function promisesOf(specs: Tree): Promises {
  const promises = new Map<string, readonly string[]>();
  for (const [file, text] of specs)
    for (const [, rule = ''] of text.matchAll(/^- \*\*([A-Z]\d+)\*\*/gm))
      promises.set(rule, [...(promises.get(rule) ?? []), file]);
  return promises;
}

/** Promises that are written twice: one of them would go stale. */
export function writtenTwice(promises: Promises): readonly string[] {
  return [...promises]
    .filter(([, files]) => files.length > 1)
    .map(
      ([rule, files]) => `${rule} is promised in ${files.join(' and ')}. Keep it in the room that keeps it.`,
    );
}

/** Numbers that comments or titles quote and that nobody can look up. */
export function withoutPromise(promises: Promises, files: Tree): readonly string[] {
  return [...files].flatMap(([file, text]) =>
    [...new Set([...(text.match(COMMENT) ?? []), ...titlesIn(text)].flatMap(rulesIn))]
      .filter((rule) => !promises.has(rule))
      .map(
        (rule) =>
          `${file} quotes ${rule}, which no SPEC.md promises. Write the promise into the room that keeps it, or write "case ${rule}" if a case of the threat model is meant.`,
      ),
  );
}

/** Promises that no title of a test quotes: nothing shows that they are kept. */
export function withoutTest(promises: Promises, tests: Tree): readonly string[] {
  const quoted = new Set([...tests.values()].flatMap(titlesIn).flatMap(rulesIn));
  return [...promises]
    .filter(([rule]) => !quoted.has(rule))
    .map(
      ([rule, [file = '']]) =>
        `${file} promises ${rule}, which no test quotes. Quote it in the title of the test that shows it.`,
    );
}

/** The titles of tests in a text. */
export function titlesIn(text: string): readonly string[] {
  return [...text.matchAll(TITLE)].map(([, single, double, template]) => single ?? double ?? template ?? '');
}

function rulesIn(text: string): readonly string[] {
  return text.replaceAll(OTHER_NUMBERS, '').match(RULE) ?? [];
}
