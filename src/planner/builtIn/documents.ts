import type { HtnPlanner } from '#plan';

type Method = HtnPlanner['methods'][number];
type Operator = HtnPlanner['operators'][number];

const FOUND = '{{ steps["search"].passages }}';

function answer(id: string, input: Operator['input']): readonly Operator[] {
  const base = {
    capability: 'documents.answer',
    name: 'Answer with citations',
    ...(input === undefined ? {} : { input }),
  };
  return [
    { id, ...base, when: '"answer" in writable', output: { answer: 'result.text' } },
    { id: `${id}-aloud`, ...base, when: '!("answer" in writable)' },
  ];
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

export const DOCUMENT_OPERATORS: readonly Operator[] = [
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

export const DOCUMENT_TASKS = ['work-on-documents', 'compare-sources', 'tell-found', 'tell-compared'];

function saying(what: string): readonly Method[] {
  return [
    { id: `tell-${what}-into-answer`, task: `tell-${what}`, subtasks: [`answer-${what}`] },
    { id: `tell-${what}-aloud`, task: `tell-${what}`, subtasks: [`answer-${what}-aloud`] },
  ];
}

export const DOCUMENT_METHODS: readonly Method[] = [
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
  ...['found', 'compared'].flatMap(saying),
];
