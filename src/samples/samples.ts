import type { JsonObject } from '#base';

/** A template that ships with Planloom: what the empty state shows, and how the tests know that it works. */
export interface Sample {
  /** Its file is `samples/<id>.planloom.json`. */
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly tags: readonly string[];
  /** What a first run comes to, without a key and without a network. */
  readonly expected: {
    readonly status: 'completed' | 'waiting';
    /** Texts that the outputs hold, by name of the output; none while it waits. */
    readonly outputs: Readonly<Record<string, readonly string[]>>;
    /** How many steps the planner makes, where one plans. */
    readonly steps?: { readonly least: number; readonly most: number };
    /** What answers the person who is waited for, and what the outputs hold then. */
    readonly answer?: {
      readonly address: string;
      readonly value: JsonObject;
      readonly outputs: Readonly<Record<string, readonly string[]>>;
    };
  };
}

/** The templates, in the order of the empty state. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'ask-a-table',
    title: 'Ask a table',
    description: 'Answers a question about 252 sales: the plan is made for it and unfolds while it runs.',
    tags: ['no key needed', 'planner', 'table'],
    expected: {
      status: 'completed',
      outputs: { answer: ['Espresso Forte 1 kg', 'House Blend 1 kg', 'Ethiopia Filter 250 g'] },
      steps: { least: 5, most: 7 },
    },
  },
  {
    id: 'research-documents',
    title: 'Research documents',
    description:
      'Searches thirteen reports on heat in cities, compares what they say, and answers with citations.',
    tags: ['no key needed', 'planner', 'documents'],
    expected: {
      status: 'completed',
      outputs: { answer: ['[1]', '1.5 degrees', '0.4 degrees', 'Sources'] },
      steps: { least: 4, most: 7 },
    },
  },
  {
    id: 'parallel-review',
    title: 'Parallel review',
    description: 'Four checks read a draft at the same time; where they find something, a person decides.',
    tags: ['no key needed', 'parallel', 'people'],
    expected: {
      status: 'waiting',
      outputs: {},
      answer: {
        address: '/editor',
        value: { decision: 'changes', comment: 'Please name the last day of the free roll.' },
        outputs: { decision: ['changes'], message: ['“cures”', 'Please name the last day'] },
      },
    },
  },
  {
    id: 'search-state-machine',
    title: 'Search state machine',
    description:
      'States that search, search again, ask a person or answer; each moves on when its event arrives.',
    tags: ['no key needed', 'state machine', 'documents'],
    expected: {
      status: 'completed',
      outputs: { answer: ['[1]', '62 percent', 'Sources'] },
    },
  },
  {
    id: 'one-activity-per-step',
    title: 'One activity per step',
    description:
      'Answers a letter: a planner plans by rules, each step of its plan is one activity, and the result is mapped.',
    tags: ['no key needed', 'planner', 'documents'],
    expected: {
      status: 'completed',
      outputs: {
        reply: ['sorry for the trouble', 'we rebuild the whole wheel', 'three working days', 'Sources'],
        readability: ['easy'],
      },
      steps: { least: 4, most: 4 },
    },
  },
];
