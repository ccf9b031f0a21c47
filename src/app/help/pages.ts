import { readLedger } from '#kernel';
import { NODE_TYPES, PLANNER_FLAVOURS, type PlannerFlavour, type Workspace } from '#plan';
import { project } from '#projection';
import { findWorkspace, keepWorkspace } from '../library/placeWorkspace';
import type { Place } from '../state/address';
import { storageOfPage } from '../state/services';
import { PATTERNS, patternPage } from './patterns/catalogue';

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

/**
 * Keeps the example of a page, with its recorded run where it needs a model (L1). Both ship with the app, as the templates
 * do (T1); the run is marked as one that was not executed here (D8).
 *
 * @returns where it is to be seen
 */
export async function openExample(workspace: Workspace, page: string): Promise<Partial<Place>> {
  const id = (await findWorkspace(workspace)) ?? (await keepWorkspace(workspace, true));
  const run = await keepRun(id, page);
  return { workspace: id, run };
}

async function keepRun(workspace: string, page: string): Promise<string | null> {
  const text = await recordedRun(page);
  const read = text === null ? null : readLedger(text);
  if (!read?.ok) return null;
  const { started } = project(read.value, 1);
  const plan = started?.closure.plans[0];
  if (!started || !plan) return null;
  const { runs } = await storageOfPage();
  await runs.import(read.value, { workspace, plan: plan.id, planName: plan.name ?? plan.id });
  return started.runId;
}
