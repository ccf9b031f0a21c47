import { expect, test } from 'vitest';
import { plan, workspace } from './plan';

test('a plan is written as a short text', () => {
  const made = plan(`
    in question: string   out answer   var score = 3
    look: CAPABILITY echo {input: {text: "{{ question }}"}, output: {answer: "result.text"}}
    gate: IF score > 2
    say: FILL_TEMPLATE Hi {{ question }}, {{ score }}! {output: {answer: "result"}}
    both: GROUP ASYNC {merge: COLLECT}
      a: CAPABILITY echo
      deep: GROUP SYNC
        c: SWITCH {cases: {big: "score > 9"}}
      a -> deep
    ask: HUMAN_INPUT Well? {decisions: [approve, reject], timeoutMs: 50}
    look -> gate
    gate.then -> both -> ask
    look.error -> both
    result {answer: "{{ answer }}"}
  `);
  expect(made).toEqual({
    id: 'main',
    kind: 'capability',
    variables: [
      { id: 'question', scope: 'IN', schema: { type: 'string' } },
      { id: 'answer', scope: 'OUT' },
      { id: 'score', scope: 'INTERNAL', default: 3 },
    ],
    result: { answer: '{{ answer }}' },
    nodes: [
      {
        id: 'look',
        type: 'CAPABILITY',
        params: { capability: 'echo' },
        input: { text: '{{ question }}' },
        output: { answer: 'result.text' },
      },
      { id: 'gate', type: 'IF', params: { condition: 'score > 2' } },
      {
        id: 'say',
        type: 'FILL_TEMPLATE',
        params: { template: 'Hi {{ question }}, {{ score }}!' },
        output: { answer: 'result' },
      },
      {
        id: 'both',
        type: 'GROUP',
        params: { mode: 'ASYNC', merge: 'COLLECT' },
        body: {
          nodes: [
            { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' } },
            {
              id: 'deep',
              type: 'GROUP',
              params: { mode: 'SYNC' },
              body: {
                nodes: [{ id: 'c', type: 'SWITCH', params: { cases: [{ id: 'big', when: 'score > 9' }] } }],
                edges: [],
              },
            },
          ],
          edges: [{ from: 'a', port: 'out', to: 'deep' }],
        },
      },
      {
        id: 'ask',
        type: 'HUMAN_INPUT',
        params: {
          message: 'Well?',
          decisions: [
            { id: 'approve', label: 'approve' },
            { id: 'reject', label: 'reject' },
          ],
          timeoutMs: 50,
        },
      },
    ],
    edges: [
      { from: 'look', port: 'out', to: 'gate' },
      { from: 'gate', port: 'then', to: 'both' },
      { from: 'both', port: 'out', to: 'ask' },
      { from: 'look', port: 'error', to: 'both' },
    ],
  });
});

test('a wrong plan says what is wrong', () => {
  expect(() => plan('a: CAPABILITY echo {nonsense: 1}')).toThrow(/UNKNOWN_KEY/);
});

test('plans make a workspace', () => {
  expect(workspace('a: CAPABILITY echo').plans).toHaveLength(1);
});
