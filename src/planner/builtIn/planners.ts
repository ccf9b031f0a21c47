import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { HtnPlanner, PlannerDocument, RulesPlanner } from '#plan';
import { TABLE_METHODS, TABLE_TASKS, telling } from './tableMethods';
import { TABLE_OPERATORS, telling as tellingOperators } from './tableOperators';

type Method = HtnPlanner['methods'][number];
type Operator = HtnPlanner['operators'][number];

const FOUND = '{{ steps["search"].passages }}';

function answer(id: string, input: Operator['input']): readonly Operator[] {
  return tellingOperators({ id, capability: 'documents.answer', name: 'Answer with citations', input });
}

function read(number: number): Operator {
  const topic = `memory.question.topics[${number - 1}]`;
  return {
    id: `read-${number}`,
    capability: 'documents.read',
    name: `{{ ${topic}.label }}`,
    input: { document: `{{ ${topic}.id }}` },
  };
}

const DOCUMENT_OPERATORS: readonly Operator[] = [
  {
    id: 'search',
    capability: 'documents.search',
    name: '{{ memory.question.words.search }}',
    input: { query: '{{ memory.question.query }}', limit: 6 },
  },
  read(1),
  read(2),
  {
    id: 'compare',
    capability: 'documents.compare',
    name: 'Compare what was found',
    input: { passages: FOUND, question: '{{ memory.question.query }}' },
  },
  {
    id: 'compare-documents',
    capability: 'documents.compare',
    name: 'Compare the two',
    input: {
      passages: '{{ steps["read-1"].passages + steps["read-2"].passages }}',
      question: '{{ memory.question.query }}',
    },
  },
  ...answer('answer-found', { question: '{{ memory.question.query }}', passages: FOUND }),
  ...answer('answer-compared', {
    question: '{{ memory.question.query }}',
    passages: FOUND,
    comparison: '{{ steps[previous].text }}',
  }),
];

const DOCUMENT_TASKS = ['work-on-documents', 'compare-sources', 'tell-found', 'tell-compared'];

const DOCUMENT_METHODS: readonly Method[] = [
  {
    id: 'compare-and-answer',
    task: 'work-on-documents',
    when: 'memory.question.kind == "compare"',
    subtasks: ['search', 'compare-sources', 'tell-compared'],
  },
  {
    id: 'search-and-answer',
    task: 'work-on-documents',
    when: 'memory.question.kind == "answer"',
    subtasks: ['search', 'tell-found'],
  },
  {
    id: 'compare-two-documents',
    task: 'compare-sources',
    when: 'size(memory.question.topics) == 2',
    subtasks: ['read-1', 'read-2', 'compare-documents'],
  },
  { id: 'compare-passages', task: 'compare-sources', subtasks: ['compare'] },
  ...['found', 'compared'].flatMap((what) => telling(what, `answer-${what}`)),
];

type Rule = RulesPlanner['rules'][number];

/** How many conditions a rule exists for. */
const MOST_CONDITIONS = 3;
const OPERATORS = new Map(
  [...TABLE_OPERATORS, ...DOCUMENT_OPERATORS].map((operator) => [operator.id, operator]),
);

/** A rule from the steps that the task planner uses too: `when` says what the tasks would have found out. */
function rule(id: string, conditions: readonly string[], steps: readonly string[]): Rule {
  return {
    id,
    when: conditions.join(' && '),
    steps: steps.flatMap((step) => {
      const operator = OPERATORS.get(step);
      if (operator === undefined) return [];
      const { when: _when, ...template } = operator;
      return [template];
    }),
  };
}

interface Variant {
  readonly suffix: string;
  readonly conditions: readonly string[];
  readonly steps: readonly string[];
}

const NARROWED: readonly Variant[] = Array.from({ length: MOST_CONDITIONS + 1 }, (_, count) => ({
  suffix: `-${count}`,
  conditions: [`size(memory.question.filters) == ${count}`],
  steps: Array.from({ length: count }, (_, index) => `keep-${index + 1}`),
}));

const ORDERED: readonly Variant[] = [
  { suffix: '', conditions: ['memory.question.sort == null', 'memory.question.limit == null'], steps: [] },
  {
    suffix: '-ordered',
    conditions: ['memory.question.sort != null', 'memory.question.limit == null'],
    steps: ['sort'],
  },
  {
    suffix: '-top',
    conditions: [
      'memory.question.sort != null',
      'memory.question.limit != null',
      'memory.question.ties == null',
    ],
    steps: ['sort', 'limit'],
  },
  {
    suffix: '-highest',
    conditions: ['memory.question.sort != null', 'memory.question.ties != null'],
    steps: ['sort', 'limit-with-ties'],
  },
];

/** With the variable `answer` to write, or without. */
const SAID: readonly Variant[] = [
  { suffix: '', conditions: ['"answer" in writable'], steps: [] },
  { suffix: '-aloud', conditions: ['!("answer" in writable)'], steps: [] },
];

function isKind(kind: string): string {
  return `memory.question.kind == "${kind}"`;
}

const ABOUT_TABLE = 'memory.question.about == "table"';
const AS_IT_IS =
  'size(memory.question.derive) == 0 && memory.question.unpivot == null && memory.question.join == null && size(memory.question.within) == 0 && !memory.question.once && memory.question.toAverage == null && memory.question.holds == null && (memory.question.sort == null || !("sequence" in memory.question.sort)) && memory.question.filters.all(one, !("or" in one))';
const HAS_COLUMN = '"column" in memory.question.figure';
const HAS_DIVISOR = '"per" in memory.question.figure';

function tableRules(): readonly Rule[] {
  return SAID.flatMap((said) =>
    NARROWED.flatMap((narrowed) => {
      const at = `${narrowed.suffix}${said.suffix}`;
      const base = [ABOUT_TABLE, AS_IT_IS, ...said.conditions, ...narrowed.conditions];
      const start = ['load', ...narrowed.steps];
      return [
        ...ORDERED.flatMap((ordered) => [
          rule(
            `list-rows-with-conditions${at}${ordered.suffix}`,
            [...base, isKind('list'), ...ordered.conditions],
            [...start, ...ordered.steps, `say-rows${said.suffix}`],
          ),
          rule(
            `compute-by-group-with-conditions${at}${ordered.suffix}`,
            [
              ...base,
              isKind('groups'),
              'size(memory.question.unite) == 0',
              'size(memory.question.having) == 0',
              ...ordered.conditions,
            ],
            [...start, 'group', ...ordered.steps, `say-rows${said.suffix}`],
          ),
        ]),
        rule(
          `count-rows-with-conditions${at}`,
          [...base, isKind('figure'), `!(${HAS_COLUMN})`],
          [...start, 'count', `say-figure${said.suffix}`],
        ),
        rule(
          `compute-a-figure-with-conditions${at}`,
          [...base, isKind('figure'), HAS_COLUMN, `!(${HAS_DIVISOR})`],
          [...start, 'compute', `say-figure${said.suffix}`],
        ),
      ];
    }),
  );
}

/**
 * The simple cases of the task planner as plain rules: what the kernel falls back to when models fail (P5).
 */
export const BUILT_IN_RULES: RulesPlanner = {
  id: 'built-in-rules',
  kind: 'rules',
  name: 'Built-in rules',
  rules: [
    ...tableRules(),
    ...SAID.map((said) =>
      rule(
        `search-documents-with-citations${said.suffix}`,
        ['memory.question.about == "documents"', ...said.conditions],
        ['search', `answer-found${said.suffix}`],
      ),
    ),
  ],
};

/**
 * The planner that works without a model (A5): a task network over `memory.question`, the reading of the goal against
 * the tables and documents at hand.
 */
export const BUILT_IN_HTN: HtnPlanner = {
  id: 'built-in-tasks',
  kind: 'htn',
  name: 'Built-in task planner',
  tasks: ['answer', ...TABLE_TASKS, ...DOCUMENT_TASKS],
  methods: [
    {
      id: 'answer-from-a-table',
      task: 'answer',
      when: 'memory.question.about == "table"',
      subtasks: ['work-on-table'],
      description:
        'list and filter the rows of a table, count them, add up or average a column, group by columns, rank the top or bottom few, tell shares',
    },
    {
      id: 'answer-from-documents',
      task: 'answer',
      when: 'memory.question.about == "documents"',
      subtasks: ['work-on-documents'],
      description: 'search documents, compare what they say, and answer with citations',
    },
    ...TABLE_METHODS,
    ...DOCUMENT_METHODS,
  ],
  operators: [...TABLE_OPERATORS, ...DOCUMENT_OPERATORS],
};

export const BUILT_IN_PLANNERS: readonly (RulesPlanner | HtnPlanner)[] = [BUILT_IN_HTN, BUILT_IN_RULES];

/**
 * The planner document that a PLANNER node means: the one it names with `use`, else the built-in one of its flavour.
 *
 * @returns the document, or `PLANNER_UNKNOWN` / `PLANNER_WRONG_KIND`
 */
export function plannerDocument(
  flavour: 'rules' | 'htn',
  use: string | null,
  planners: readonly PlannerDocument[],
): Result<PlannerDocument, readonly Diagnostic[]> {
  if (use === null) return ok(flavour === 'htn' ? BUILT_IN_HTN : BUILT_IN_RULES);
  const found = [...planners, ...BUILT_IN_PLANNERS].find(({ id }) => id === use);
  if (found === undefined) {
    return err([
      problem(
        'PLANNER_UNKNOWN',
        `There is no planner "${use}".`,
        'Name one of the planners of the workspace, or leave it out for the built-in one.',
      ),
    ]);
  }
  if (found.kind === flavour) return ok(found);
  return err([
    problem(
      'PLANNER_WRONG_KIND',
      `The planner "${use}" works by ${found.kind}, not by ${flavour}.`,
      `Choose the flavour "${found.kind}", or another planner.`,
    ),
  ]);
}
