/** The words of a text: runs of letters and digits, with apostrophes and hyphens inside; `1,200.5` is one. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+(?:(?:['’-]|(?<=\d)[.,](?=\d))[\p{L}\p{N}]+)*/gu) ?? [];
}

/** Words that end in a full stop without ending a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|approx|no|vs|dr|mr|mrs|ms|st|fig)\.$/i;

/**
 * The sentences of a text, trimmed, in order: ended by `.`, `!` or `?` before white space, or by a blank line. A full
 * stop inside a number or after a usual abbreviation ends none.
 */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/).flatMap(sentencesOfParagraph);
}

/** The parts of a text between blank lines. */
export function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Syllables of an English word, counted by its groups of vowels; a silent `e` at the end is none. An estimate, as
 * every such count without a dictionary is.
 */
export function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const groups = letters.replace(/(?:[^laeiouy]es|[^laeiouy]ed|[^laeiouy]e)$/, '').match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}

function sentencesOfParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const piece of paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]["'”’)]?)\s/)) {
    open = open === '' ? piece : `${open} ${piece}`;
    if (ABBREVIATION.test(open)) continue;
    sentences.push(open.trim());
    open = '';
  }
  return [...sentences, open.trim()].filter((sentence) => sentence !== '');
}
