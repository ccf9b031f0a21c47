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
