import type { JsonObject } from '#base';

/** A workspace with a node of every type, in a line; none of its forms is at its default. */
export const EVERY_TYPE: JsonObject = {
  format: 'planloom/workspace',
  version: 1,
  id: 'every-type',
  name: 'Every type',
  plans: [
    {
      id: 'main',
      kind: 'capability',
      name: 'Main',
      variables: [
        { id: 'question', scope: 'IN', schema: { type: 'string' }, default: 'What?' },
        { id: 'score', scope: 'INTERNAL', schema: { type: 'number' } },
        { id: 'answer', scope: 'OUT', schema: { type: 'string' } },
      ],
      result: { answer: '{{ answer }}' },
      nodes: [
        { id: 'start', type: 'START', name: 'Begin' },
        {
          id: 'look',
          type: 'CAPABILITY',
          name: 'Look it up',
          params: { capability: 'documents.search' },
          input: { query: '{{ question }}', limit: 3 },
          output: { answer: 'result.text' },
        },
        { id: 'plan', type: 'PLANNER', name: 'Plan it', params: { planner: 'htn', goal: '{{ question }}' } },
        { id: 'run', type: 'PLAN_EXECUTOR', name: 'Carry it out', params: {} },
        {
          id: 'both',
          type: 'GROUP',
          name: 'Both',
          params: { mode: 'ASYNC' },
          body: {
            nodes: [{ id: 'say', type: 'CAPABILITY', params: { capability: 'echo' }, input: { text: 'x' } }],
            edges: [],
          },
        },
        { id: 'big', type: 'IF', name: 'Big', params: { condition: 'size(question) > 3' } },
        { id: 'which', type: 'SWITCH', name: 'Which', params: { cases: [{ id: 'first', when: 'true' }] } },
        {
          id: 'ask',
          type: 'HUMAN_INPUT',
          name: 'Ask',
          params: { message: 'Go on?', decisions: [{ id: 'yes', label: 'Yes' }], timeoutMs: null },
        },
        { id: 'fill', type: 'FILL_TEMPLATE', name: 'Fill', params: { template: 'Hello' } },
        {
          id: 'sum',
          type: 'TRANSFORM',
          name: 'Sum',
          params: { expression: '1' },
          output: { score: 'result' },
        },
        { id: 'end', type: 'END', name: 'Finish', params: { result: { answer: '{{ answer }}' } } },
        { id: 'note', type: 'NOTE', name: 'Remark', params: { markdown: 'Remember.' } },
      ],
      edges: [
        { from: 'start', to: 'look' },
        { from: 'look', to: 'plan' },
        { from: 'plan', to: 'run' },
        { from: 'run', to: 'both' },
        { from: 'both', to: 'big' },
        { from: 'big', port: 'then', to: 'which' },
        { from: 'which', port: 'first', to: 'ask' },
        { from: 'ask', port: 'yes', to: 'fill' },
        { from: 'fill', to: 'sum' },
        { from: 'sum', to: 'end' },
      ],
    },
  ],
};
