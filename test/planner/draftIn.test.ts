import { describe, expect, test } from 'vitest';
import { LIMITS } from '#base';
import { draftIn } from '#planner';
import { TOOLS } from './plannerState';

/** What can be drawn of a reply: its nodes, edges and unread steps. */
function drawn(reply: string) {
  const draft = draftIn(reply, TOOLS);
  return (
    draft && {
      nodes: draft.body.nodes.map(({ id, type }) => `${id} ${type}`),
      edges: draft.body.edges.map(({ from, to }) => `${from} -> ${to}`),
      unread: [...draft.unread].map(({ id }) => id),
      states: draft.machine?.states.map(({ id }) => id),
    }
  );
}

describe('P6 what a reply drew is read whatever is wrong with it', () => {
  test('steps with a tool that nobody has, and with an input that does not fit', () => {
    const reply = `Sure:\n\`\`\`json
      {"steps": [
        {"id": "look", "toolId": "nope", "input": {}},
        {"id": "say", "toolId": "echo", "input": {"text": 7}, "dependsOn": ["look"]}
      ]}\n\`\`\``;
    expect(drawn(reply)).toMatchObject({
      nodes: ['look CAPABILITY', 'say CAPABILITY'],
      edges: ['look -> say'],
      unread: [],
    });
  });

  test('a step that is no node is there all the same', () => {
    const reply = JSON.stringify({
      nodes: [
        { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' } },
        { id: 'b', type: 'NONSENSE' },
        { id: 'c', type: 'CAPABILITY', params: { capability: 'echo' } },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
        { from: 'c', to: 'gone' },
      ],
    });
    expect(drawn(reply)).toMatchObject({
      nodes: ['a CAPABILITY', 'c CAPABILITY', 'b NOTE'],
      edges: [],
      unread: ['b'],
    });
  });

  test('a cycle is drawn as the cycle that it is', () => {
    const step = (id: string, dependsOn: string) => ({ id, toolId: 'echo', dependsOn: [dependsOn] });
    const reply = JSON.stringify({ steps: [step('a', 'b'), step('b', 'a')] });
    expect(drawn(reply)?.edges.toSorted()).toEqual(['a -> b', 'b -> a']);
  });

  test('M5 a machine, also where nobody answers one of its events', () => {
    const reply = JSON.stringify({
      id: 'm',
      initial_state: 'ask',
      states: [
        {
          state_name: 'ask',
          action: { event_type: 'nobody' },
          transitions: [{ on_event: 'x', target_state: 'end' }],
        },
        { state_name: 'end', is_terminal: true },
      ],
    });
    expect(drawn(reply)?.states).toEqual(['ask', 'end']);
  });

  test.each([
    ['prose', 'I would rather not.'],
    ['JSON that is no plan', '{"answer": 42}'],
    ['nothing', ''],
    ['a reply that breaks off', '{"steps": [{"id": "a", "toolId": "echo"'],
    ['a plan without steps', '{"steps": []}'],
    ['more than a reply may have', `{"steps": [], "x": "${'x'.repeat(LIMITS.plannerReplyBytes)}"}`],
  ])('nothing is drawn of %s', (_, reply) => {
    expect(drawn(reply)).toBeNull();
  });
});
