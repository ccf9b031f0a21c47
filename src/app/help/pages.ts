import { type HelpPage, readPage } from './readPage';
import { HELP_SECTIONS } from './sections';

const TEXTS = import.meta.glob<string>('./*.md', { query: '?raw', import: 'default', eager: true });

/** All pages in the order of their sections. They come along with the dialog that shows them. */
export const HELP_PAGES: readonly HelpPage[] = HELP_SECTIONS.flatMap(({ pages }) =>
  pages.map((name) => readPage(name, TEXTS[`./${name}.md`] ?? '')),
);
