import { isJsonObject, type JsonObject, own } from '#base';
import { fitting } from './text/names';
import { stemOf, stemsOf, type Token, tokensOf, wordSet } from './text/words';

const ASKING = wordSet(
  'what which who whom whose when where why how is are was were do does did can could should has have',
);
const SEEKING = wordSet(
  'find search compare explain describe summarize summarise list show tell look research contrast collect gather answer name say',
);
/** Asked of documents, these are wishes that no search fulfils. */
const BEYOND = wordSet(
  'predict forecast write compose invent draw paint translate send email buy order book delete install sing joke poem story',
);
const COMMON = wordSet(
  'a an the of in on at for to from by with and or not no but if as than that this these those it they them we our you your i me my be been do doe did is are was were can could should would will have ha had there here what which who when where why how much many more most about into over under between say tell show find search compare explain describe list give please document source paper note report text according',
);

/**
 * Reads a goal as a question to the documents at hand: it must ask or seek something, and beside tables its words
 * must meet the names or headings of the documents. What is in the documents decides the search, not this reader.
 *
 * @returns `{about: "documents", kind: "answer" | "compare", query, words}`, or null when it is no such question
 */
export function readDocumentQuestion(
  goal: string,
  memory: JsonObject,
  besideTables: boolean,
): JsonObject | null {
  const documents = documentsIn(memory);
  const tokens = tokensOf(goal);
  if (documents.length === 0 || !asks(tokens)) return null;
  const content = [...new Set(tokens.map(stemOf).filter((stem) => !COMMON.has(stem)))];
  if (content.length === 0) return null;
  const known = new Set(documents.flatMap(({ stems }) => [...stems]));
  if (besideTables && !content.some((stem) => known.has(stem)) && !namesDocuments(tokens)) return null;
  const compares = tokens.some((token) =>
    /^(compar|contrast|differ|agree|disagree|versus|vs$)/.test(stemOf(token)),
  );
  return {
    about: 'documents',
    kind: compares ? 'compare' : 'answer',
    query: goal.trim(),
    topics: topicsOf(documents, content),
    words: { search: searchCard(content) },
  };
}

/** As many words of the query as fit on the card. */
function searchCard(content: readonly string[]): string {
  const shorter = content.map((_, left) => content.slice(0, content.length - left).join(' '));
  return fitting(...shorter.map((words) => `Search for ${words}`), 'Search');
}

/** How many documents are read whole for a comparison. */
const MOST_TOPICS = 2;

/** The documents whose name and headings hold most of the question's words, best first. */
function topicsOf(documents: readonly DocumentAtHand[], content: readonly string[]): readonly JsonObject[] {
  return documents
    .map((document) => ({ document, met: content.filter((stem) => document.stems.has(stem)).length }))
    .filter(({ met }) => met > 0)
    .toSorted((left, right) => right.met - left.met)
    .slice(0, MOST_TOPICS)
    .map(({ document: { id, name } }) => ({ id, name, label: fitting(`Read ${name}`, 'Read a document') }));
}

function asks(tokens: readonly Token[]): boolean {
  const words = tokens.map((token) => token.text.toLowerCase());
  if (words.some((word) => BEYOND.has(word))) return false;
  const [first = ''] = words;
  return (
    ASKING.has(first) ||
    SEEKING.has(first) ||
    words.slice(0, 6).some((word) => ASKING.has(word) || SEEKING.has(word))
  );
}

function namesDocuments(tokens: readonly Token[]): boolean {
  return tokens.some((token) =>
    ['document', 'source', 'paper', 'note', 'report', 'article'].includes(stemOf(token)),
  );
}

interface DocumentAtHand {
  readonly id: string;
  readonly name: string;
  readonly stems: ReadonlySet<string>;
}

function documentsIn(memory: JsonObject): readonly DocumentAtHand[] {
  const documents = own(memory, 'documents');
  if (!Array.isArray(documents)) return [];
  return documents.filter(isJsonObject).map((document) => {
    const headings = own(document, 'headings');
    const name = typeof document.name === 'string' ? document.name : '';
    const titles = Array.isArray(headings) ? headings.filter((one) => typeof one === 'string') : [];
    const id = typeof document.id === 'string' ? document.id : '';
    return { id, name: name || id, stems: new Set([name, ...titles].flatMap(stemsOf)) };
  });
}
