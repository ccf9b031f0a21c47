/** The pages of this folder, each loaded when it is first read. */
const PAGES = import.meta.glob<string>('./*.md', { query: '?raw', import: 'default' });

const read = new Map<string, Promise<string>>();

/** A help page by its name: the type of a node, as it stands in the document. */
export function helpPage(name: string): Promise<string> {
  const known = read.get(name);
  if (known) return known;
  const page = PAGES[`./${name}.md`]?.() ?? Promise.resolve('There is no page about this yet.');
  read.set(name, page);
  return page;
}
