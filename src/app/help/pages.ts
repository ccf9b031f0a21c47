import { PATTERNS, patternPage } from './patterns/catalogue';
import { HELP_SECTIONS, type HelpPage, readPage } from './readPage';

const TEXTS = import.meta.glob<string>(['./*.md', './patterns/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Runs of examples that need a model (L1), by the name of the page; fetched when an example is opened. */
const RECORDED = import.meta.glob<string>('./recorded/*.ndjson', { query: '?raw', import: 'default' });

/** The ledger of a page's recorded run; null where its example needs none. */
export async function recordedRun(page: string): Promise<string | null> {
  return (await RECORDED[`./recorded/${page}.ndjson`]?.()) ?? null;
}

/** All pages in the order of their sections. They come along with the dialog that shows them. */
export const HELP_PAGES: readonly HelpPage[] = HELP_SECTIONS.flatMap(({ pages }) =>
  pages.map((name) => readPage(name, TEXTS[`./${name}.md`] ?? '')),
);

/** A page for each of the workflow patterns: found by searching, and from the table of the page about them. */
export const PATTERN_PAGES: readonly HelpPage[] = PATTERNS.map((pattern) => {
  const name = patternPage(pattern);
  return readPage(name, TEXTS[`./patterns/${name}.md`] ?? '');
});
