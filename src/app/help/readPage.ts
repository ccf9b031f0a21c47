import { NODE_TYPES, PLANNER_FLAVOURS, type PlannerFlavour } from '#plan';

/** A help page, taken apart. */
export interface HelpPage {
  /** The file's name: the type of a node, as it stands in the document, or a task. */
  readonly name: string;
  readonly title: string;
  /** Markdown, without the title and the example. */
  readonly text: string;
  /** A workspace as JSON that shows what the page says; it can be opened and run. */
  readonly example: string | null;
}

const TITLE = /^# (.+)\n/;
const EXAMPLE = /```json\n([\s\S]*?)```\n?/;

/** Takes a page apart: its first line is the title, its one block of JSON is the example. */
export function readPage(name: string, markdown: string): HelpPage {
  return {
    name,
    title: TITLE.exec(markdown)?.[1] ?? name,
    text: markdown.replace(TITLE, '').replace(EXAMPLE, '').trim(),
    example: EXAMPLE.exec(markdown)?.[1] ?? null,
  };
}

/** The pages that hold every word that was typed, those that have them in their title first. */
export function searchPages(pages: readonly HelpPage[], typed: string): readonly HelpPage[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages;
  const found = pages.filter(({ title, text }) => {
    const all = `${title} ${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const inTitle = ({ title }: HelpPage) => words.every((word) => title.toLowerCase().includes(word));
  return [...found.filter(inTitle), ...found.filter((page) => !inTitle(page))];
}

/** The pages of this folder in the order in which they are read. */
export const HELP_SECTIONS: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Begin', pages: ['start', 'draw', 'run', 'machines', 'sessions', 'whatif', 'travel'] },
  {
    title: 'Plan and compute',
    pages: ['planning', 'replanning', 'models', 'values', 'documents', 'features', 'policies', 'proving'],
  },
  { title: 'Planners', pages: PLANNER_FLAVOURS.map(flavourPage) },
  { title: 'Patterns', pages: ['patterns'] },
  { title: 'Keep and share', pages: ['share', 'hosting', 'formats', 'xstate', 'trust', 'keep'] },
  { title: 'Nodes', pages: Object.keys(NODE_TYPES) },
];

/** The page about a flavour of planners (P2). */
export function flavourPage(flavour: PlannerFlavour): string {
  return `planner-${flavour}`;
}

/** The page that leads to another; null for one that stands for itself. */
export function pageAbove(page: string): 'patterns' | 'planning' | null {
  if (page.startsWith('pattern-')) return 'patterns';
  return page.startsWith('planner-') ? 'planning' : null;
}
