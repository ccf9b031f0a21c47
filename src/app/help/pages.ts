import { readLedger } from '#kernel';
import { NODE_TYPES, PLANNER_FLAVOURS, type PlannerFlavour, type Workspace } from '#plan';
import { project } from '#projection';
import { findWorkspace, keepWorkspace } from '../library/placeWorkspace';
import type { Place } from '../state/address';
import { storageOfPage } from '../state/services';

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

/** How a workflow pattern is made here. */
export type PatternKind =
  /** One construct is it. */
  | 'direct'
  /** Constructs together, without code. */
  | 'combined'
  /** There is none; the page says what comes nearest. */
  | 'lacking';

export interface Pattern {
  /** Its number in the catalogue. */
  readonly number: number;
  readonly name: string;
  readonly kind: PatternKind;
  /** What makes it, in the words of the palette. */
  readonly by: string;
  /** Where ours differs. */
  readonly differs?: string;
}

export interface PatternGroup {
  readonly title: string;
  readonly patterns: readonly Pattern[];
}

const DEAD_WAYS = 'A dead way never blocks: no strict AND';

/**
 * The 43 control-flow patterns in the groups of their catalogue (N. Russell, A. ter Hofstede, W. van der Aalst,
 * N. Mulyar: Workflow Control-Flow Patterns, a revised view, BPM Center Report BPM-06-22, 2006), and what makes each (L5).
 */
export const PATTERN_GROUPS: readonly PatternGroup[] = [
  {
    title: 'Basic',
    patterns: [
      direct(1, 'Sequence', 'an edge; Group, one after another'),
      direct(2, 'Parallel split', 'Fork; Group of branches'),
      direct(3, 'Synchronization', 'Join; the end of a Group', DEAD_WAYS),
      direct(4, 'Exclusive choice', 'If; Switch'),
      direct(5, 'Simple merge', 'edges that meet'),
    ],
  },
  {
    title: 'Branching and meeting',
    patterns: [
      direct(6, 'Multi-choice', 'Switch that takes every matching case'),
      direct(7, 'Structured synchronizing merge', 'Join after a Switch', DEAD_WAYS),
      lacking(8, 'Multi-merge', 'a Sub-plan at the end of each way', 'A node runs once per scope'),
      direct(9, 'Structured discriminator', 'Join that needs 1, the rest keeps running'),
      combined(28, 'Blocking discriminator', 'Group with first success in a Loop'),
      direct(29, 'Cancelling discriminator', 'Join that needs 1, the rest is cancelled'),
      direct(30, 'Structured partial join', 'Join that needs n, the rest keeps running'),
      combined(31, 'Blocking partial join', 'Group that needs n in a Loop'),
      direct(32, 'Cancelling partial join', 'Join that needs n, the rest is cancelled'),
      lacking(33, 'Generalized AND-join', 'nothing', 'A way arrives once per scope'),
      direct(37, 'Acyclic synchronizing merge', 'Join; any node', DEAD_WAYS),
      combined(38, 'General synchronizing merge', 'Join in a Loop', 'Circles are Loops'),
      combined(41, 'Thread merge', 'the end of an Iterator', 'Threads are items'),
      combined(42, 'Thread split', 'Iterator', 'Threads are items'),
    ],
  },
  {
    title: 'Several of the same',
    patterns: [
      combined(12, 'Multiple instances without synchronization', 'Iterator in the background'),
      direct(13, 'Multiple instances known when drawn', 'Iterator over a written list'),
      direct(14, 'Multiple instances known when they begin', 'Iterator over a variable'),
      combined(15, 'Multiple instances not known beforehand', 'Loop, signals, background'),
      direct(
        34,
        'Static partial join for multiple instances',
        'Iterator that needs n, the rest keeps running',
      ),
      direct(35, 'Cancelling partial join for multiple instances', 'Iterator that needs n'),
      combined(36, 'Dynamic partial join for multiple instances', 'Iterator in a Loop'),
    ],
  },
  {
    title: 'States',
    patterns: [
      direct(16, 'Deferred choice', 'Wait for a signal, a port for each'),
      combined(17, 'Interleaved parallel routing', 'one mutex for all'),
      combined(18, 'Milestone', 'Wait for a signal, cancelled by another'),
      direct(39, 'Critical section', 'mutex'),
      direct(40, 'Interleaved routing', 'Group with one branch at a time'),
    ],
  },
  {
    title: 'Cancelling',
    patterns: [
      direct(19, 'Cancel activity', 'Cancel; cancelled by a signal'),
      direct(20, 'Cancel case', 'End that ends the run; Cancel in the toolbar'),
      direct(25, 'Cancel region', 'Cancel of several, or of a Group'),
      direct(26, 'Cancel multiple instance activity', 'Iterator cancelled by a signal'),
      combined(27, 'Complete multiple instance activity', 'Iterator and signal, Join that needs 1'),
    ],
  },
  {
    title: 'Repeating',
    patterns: [
      combined(10, 'Arbitrary cycles', 'Switch in a Loop', 'Edges form no circles'),
      direct(21, 'Structured loop', 'Loop'),
      direct(22, 'Recursion', 'Sub-plan that runs its own plan'),
    ],
  },
  {
    title: 'Ending',
    patterns: [
      direct(11, 'Implicit termination', 'nothing is left to do'),
      direct(43, 'Explicit termination', 'End that ends the plan'),
    ],
  },
  {
    title: 'Triggers',
    patterns: [
      direct(23, 'Transient trigger', 'Wait that hears only while it waits'),
      direct(24, 'Persistent trigger', 'Wait for a signal'),
    ],
  },
];

/** All of them, by their number. */
export const PATTERNS: readonly Pattern[] = PATTERN_GROUPS.flatMap(({ patterns }) => patterns).toSorted(
  (one, other) => one.number - other.number,
);

/** The name of the page of a pattern: `pattern-04`. */
export function patternPage({ number }: Pick<Pattern, 'number'>): string {
  return `pattern-${String(number).padStart(2, '0')}`;
}

function direct(number: number, name: string, by: string, differs?: string): Pattern {
  return made('direct', number, name, by, differs);
}

function combined(number: number, name: string, by: string, differs?: string): Pattern {
  return made('combined', number, name, by, differs);
}

function lacking(number: number, name: string, by: string, differs?: string): Pattern {
  return made('lacking', number, name, by, differs);
}

function made(kind: PatternKind, number: number, name: string, by: string, differs?: string): Pattern {
  return differs === undefined ? { kind, number, name, by } : { kind, number, name, by, differs };
}

/** A page for each of the workflow patterns: found by searching, and from the table of the page about them. */
export const PATTERN_PAGES: readonly HelpPage[] = PATTERNS.map((pattern) => {
  const name = patternPage(pattern);
  return readPage(name, TEXTS[`./patterns/${name}.md`] ?? '');
});
