import { describe, expect, it } from 'vitest';
import { createEditor } from '#editor';
import { FORMAT, findNode, type PlanNode, read, VERSION, type Workspace, write } from '#plan';
import { nodeChange, planChange } from '../../../src/app/design/changes';

function workspace(): Workspace {
  const outcome = read(
    JSON.stringify({
      format: FORMAT,
      version: VERSION,
      id: 'demo',
      plans: [
        {
          id: 'main',
          kind: 'capability',
          variables: [
            { id: 'question', scope: 'IN' },
            { id: 'answer', scope: 'OUT' },
          ],
          nodes: [
            { id: 'plan', type: 'PLANNER', params: { goal: 'Do it', limits: { maxSteps: 5 } } },
            { id: 'ask', type: 'HUMAN_INPUT', params: { message: 'Go on?', timeoutMs: 1000 } },
          ],
          edges: [],
        },
      ],
    }),
  );
  if (outcome.kind !== 'document') throw new Error('The fixture is no document.');
  return outcome.workspace;
}

/** An editor whose scene follows only when it is told to, as in a page between two frames. */
function open() {
  let draw = () => {};
  let time = 0;
  const editor = createEditor({
    workspace: workspace(),
    now: () => (time += 10_000),
    schedule: (work) => {
      draw = work;
    },
  });
  const node = (id: string): PlanNode | undefined => {
    const [plan] = editor.workspace.plans;
    return plan?.kind === 'capability' ? findNode(plan, id)?.node : undefined;
  };
  return { editor, node, frame: () => draw() };
}

describe('E5 a field of a node is one edit', () => {
  it('two fields that rest within one frame both stand', () => {
    const { editor, node } = open();
    const change = nodeChange(editor, '/plan');
    expect(change(['params', 'goal'], 'Answer {{ question }}')).toBeNull();
    expect(change(['params', 'limits', 'maxDepth'], 2)).toBeNull();
    expect(node('plan')?.params).toEqual({
      goal: 'Answer {{ question }}',
      limits: { maxSteps: 5, maxDepth: 2 },
    });
  });

  it('undo takes back one field at a time, to the original bytes', () => {
    const { editor, frame } = open();
    const before = write(editor.workspace);
    const change = nodeChange(editor, '/plan');
    change(['params', 'goal'], 'One');
    frame();
    change(['params', 'limits', 'maxSteps'], undefined);
    frame();
    editor.undo();
    frame();
    editor.undo();
    expect(write(editor.workspace)).toBe(before);
  });

  it('what the document cannot hold is refused with the problem of that field, and changes nothing', () => {
    const { editor } = open();
    const before = write(editor.workspace);
    const refusal = nodeChange(editor, '/plan')(['params', 'limits', 'maxSteps'], 0);
    expect(refusal).toMatchObject({ code: 'INVALID_VALUE', where: { field: '/params/limits/maxSteps' } });
    expect(refusal?.help).not.toBe('');
    expect(write(editor.workspace)).toBe(before);
    expect(editor.document.getState().history.past).toHaveLength(0);
  });

  it('L9 a wait of null is a value: it waits for ever', () => {
    const { editor, node } = open();
    expect(nodeChange(editor, '/ask')(['params', 'timeoutMs'], null)).toBeNull();
    expect(node('ask')?.params).toEqual({ message: 'Go on?', timeoutMs: null });
  });

  it('a name that is no variable cannot be written', () => {
    const { editor } = open();
    expect(nodeChange(editor, '/plan')(['output'], { 'not a name': 'result' })).toMatchObject({
      code: 'INVALID_NAME',
    });
  });
});

describe('V1 the variables of a plan', () => {
  it('a field of one is one edit; its schema goes when it says nothing', () => {
    const { editor } = open();
    const change = planChange(editor, 'main');
    expect(change(['variables', 0, 'schema', 'type'], 'string')).toBeNull();
    expect(editor.workspace.plans[0]).toMatchObject({
      variables: [{ id: 'question', schema: { type: 'string' } }, { id: 'answer' }],
    });
    change(['variables', 0, 'schema', 'type'], undefined);
    change(['variables', 1], undefined);
    expect(editor.workspace.plans[0]).toHaveProperty('variables', [{ id: 'question', scope: 'IN' }]);
  });

  it('a name that is none is refused and changes nothing', () => {
    const { editor } = open();
    const before = write(editor.workspace);
    expect(planChange(editor, 'main')(['variables', 0, 'id'], 'two words')).not.toBeNull();
    expect(write(editor.workspace)).toBe(before);
  });

  it('an optional field that is emptied is gone', () => {
    const { editor } = open();
    planChange(editor, 'main')(['name'], 'Main plan');
    planChange(editor, 'main')(['name'], undefined);
    expect(editor.workspace.plans[0]).not.toHaveProperty('name');
  });
});

describe('V1 the name of a variable', () => {
  it('is mended wherever the plan names it, in one step of undo', () => {
    const { editor, node } = open();
    nodeChange(editor, '/plan')(['params', 'goal'], 'Answer {{ question }}');
    const before = write(editor.workspace);
    expect(planChange(editor, 'main')(['variables', 0, 'id'], 'wish')).toBeNull();
    expect(node('plan')?.params).toMatchObject({ goal: 'Answer {{ wish }}' });
    expect(editor.undo()).toBe(true);
    expect(write(editor.workspace)).toBe(before);
  });

  it('that is none is refused, and nothing changes', () => {
    const { editor } = open();
    const before = write(editor.workspace);
    expect(planChange(editor, 'main')(['variables', 0, 'id'], '1st wish')).not.toBeNull();
    expect(write(editor.workspace)).toBe(before);
  });
});
