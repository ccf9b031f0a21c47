import { describe, expect, test } from 'vitest';
import { LIMITS } from '#base';
import type { HtnPlanner } from '#plan';
import {
  type PlanSoFar,
  planByHtn,
  planByRules,
  planStream,
  promptFor,
  readReply,
  type StepSoFar,
} from '#planner';
import { body } from '../notation/plan';
import { plannerState } from './plannerState';

const echo = (text: string, rest: object = {}) => ({ toolId: 'echo', input: { text }, ...rest });
const ok = (id: string, rest: Partial<StepSoFar> = {}): StepSoFar => ({
  id,
  status: 'succeeded',
  ports: ['out'],
  result: id,
  ...rest,
});

/** A planner that has given the step "step-1", which has run. */
const LATER = plannerState({
  soFar: {
    body: body('step-1: CAPABILITY echo {input: {text: hi}}'),
    steps: [ok('step-1')],
    failed: null,
    trace: null,
  },
});

describe('P2 what counts as one step', () => {
  const oneStep = (text: string): boolean => readReply(text, plannerState(), 'whole').oneStep;

  test('a step by itself is one step: bare, in a line of a stream, or as a function call', () => {
    expect(oneStep(JSON.stringify(echo('a')))).toBe(true);
    expect(oneStep(JSON.stringify({ type: 'step', step: echo('a') }))).toBe(true);
    expect(oneStep('Let me see.\n```json\n{"toolId":"echo","input":{"text":"a"}}\n```')).toBe(true);
    expect(oneStep('{"tool_calls":[{"function":{"name":"echo","arguments":"{\\"text\\":\\"a\\"}"}}]}')).toBe(
      true,
    );
  });

  test('a plan is whole, also one of a single step', () => {
    expect(oneStep(JSON.stringify({ steps: [echo('a')] }))).toBe(false);
    expect(oneStep(JSON.stringify([echo('a')]))).toBe(false);
    expect(oneStep(JSON.stringify({ nodes: { a: echo('a') }, edges: {} }))).toBe(false);
    expect(oneStep(`${JSON.stringify(echo('a'))}\n${JSON.stringify(echo('b'))}`)).toBe(false);
  });

  test('a stream that says finish is whole', () => {
    const line = JSON.stringify({ type: 'step', step: echo('a') });
    expect(oneStep(`${line}\n{"type":"finish"}`)).toBe(false);
    expect(oneStep(`${line}\n{"type":"reasoning","text":"and now"}`)).toBe(true);
  });

  test('plans of rules and task networks are whole, however short', () => {
    const rules = {
      id: 'r',
      kind: 'rules' as const,
      rules: [{ id: 'r', when: 'true', steps: [{ capability: 'echo', input: { text: 'a' } }] }],
    };
    expect(planByRules(rules, plannerState())).not.toHaveProperty('oneStep');
  });
});

describe('P2 R13 a planner that is asked what comes next', () => {
  test('adds to the plan: ids go on counting, what follows nothing follows the last step', () => {
    const { plan, verdict } = readReply(JSON.stringify(echo('{{ steps["step-1"] }}')), LATER);
    expect(verdict).toBe('accepted');
    expect(plan?.nodes.map(({ id }) => id)).toEqual(['step-1', 'step-2']);
    expect(plan?.edges).toEqual([{ from: 'step-1', port: 'out', to: 'step-2' }]);
  });

  test('may say that nothing is left, in every form', () => {
    for (const reply of [
      '{"type":"finish"}',
      '{"steps":[]}',
      '[]'.replace('[]', '{"nodes":[],"edges":[]}'),
    ]) {
      expect(readReply(reply, LATER), reply).toMatchObject({ verdict: 'accepted', oneStep: false });
    }
    expect(readReply('{"type":"finish"}', LATER).plan?.nodes).toHaveLength(1);
    expect(readReply('{"type":"finish"}', plannerState()).verdict).toBe('refused');
  });

  test('R21 its finish may have a result, which ends the plan', () => {
    const { plan } = readReply('{"type":"finish","result":{"answer":"{{ steps[\\"step-1\\"] }}"}}', LATER);
    expect(plan?.nodes.at(-1)).toMatchObject({ type: 'END', id: 'step-2' });
  });

  test('case E2 an id that is taken is refused: which of the two is meant cannot be told', () => {
    const { problems } = readReply(JSON.stringify(echo('a', { id: 'step-1' })), LATER);
    expect(problems.map(({ code }) => code)).toContain('DUPLICATE_ID');
  });

  test('T4 the steps that are there count against maxSteps', () => {
    const limited = { ...LATER, limits: { maxSteps: 2, maxDepth: 3 } };
    expect(readReply(JSON.stringify({ steps: [echo('a')] }), limited).verdict).toBe('accepted');
    expect(readReply(JSON.stringify({ steps: [echo('a'), echo('b')] }), limited).verdict).toBe('refused');
  });

  test('D4 a streamed step may read what has run', () => {
    const [step] = planStream(LATER).push(`${JSON.stringify(echo('{{ steps["step-1"] }}'))}\n`);
    expect(step).toMatchObject({ node: { id: 'step-2' }, problems: [] });
  });

  test('P3 the prompt tells what has become of the steps, of the last five with their results, shortened', () => {
    const long = 'x'.repeat(LIMITS.observationCharacters + 10);
    const steps = Array.from({ length: 7 }, (_, index) =>
      ok(`s${index}`, { result: index === 6 ? long : `r${index}` }),
    );
    const soFar: PlanSoFar = { body: { nodes: [], edges: [] }, steps, failed: null, trace: null };
    const prompt = promptFor({ flavour: 'stream', prompt: null, repair: null }, plannerState({ soFar }), []);
    const said = prompt.ok ? (prompt.value.messages.at(-1) ?? null) : null;
    expect(said?.role).toBe('user');
    expect(said?.text).toContain('{"id":"s1","status":"succeeded"}');
    expect(said?.text).toContain('"result":"r2"');
    expect(said?.text).toContain(`${LIMITS.observationCharacters + 10} characters`);
    expect(said?.text).not.toContain(long);
  });

  test('R13 a step that says which earlier step it follows, follows that', () => {
    const reply = JSON.stringify({ type: 'step', step: { id: 'b', ...echo('x'), dependsOn: ['step-1'] } });
    const { plan, problems } = readReply(reply, LATER);
    expect(problems).toEqual([]);
    expect(plan?.edges.map(({ from, to }) => [from, to])).toEqual([['step-1', 'b']]);
  });

  test('case C6 what a tool gave is told and never read as a template', () => {
    const soFar: PlanSoFar = {
      body: { nodes: [], edges: [] },
      steps: [ok('s', { result: '{{ goal }}' })],
      failed: null,
      trace: null,
    };
    const prompt = promptFor(
      { flavour: 'llm', prompt: null, repair: null },
      plannerState({ goal: 'secret goal', soFar }),
      [],
    );
    expect(prompt.ok && prompt.value.messages.at(-1)?.text).toContain('{{ goal }}');
  });
});

describe('P12 a step of a task network has failed', () => {
  const operator = (id: string) => ({ id, capability: 'echo', input: { text: id } });
  const NETWORK: HtnPlanner = {
    id: 'mine',
    kind: 'htn',
    tasks: ['answer'],
    operators: ['load', 'fast', 'slow', 'ask', 'say'].map(operator),
    methods: [
      { id: 'by-table', task: 'answer', subtasks: ['load', 'count', 'say'] },
      { id: 'by-asking', task: 'answer', subtasks: ['load', 'ask', 'say'] },
      { id: 'quickly', task: 'count', subtasks: ['fast'] },
      { id: 'carefully', task: 'count', subtasks: ['slow'] },
    ],
  };

  /** The network asked again after a step of its last plan has failed; `finished` are the steps before it. */
  function again(last: ReturnType<typeof planByHtn>, finished: readonly string[], failed: string) {
    const there = [...finished, failed];
    const plan = last.plan ?? { nodes: [], edges: [] };
    return planByHtn(
      NETWORK,
      plannerState({
        soFar: {
          body: {
            nodes: plan.nodes.filter(({ id }) => there.includes(id)),
            edges: plan.edges.filter(({ from, to }) => there.includes(from) && there.includes(to)),
          },
          steps: [
            ...finished.map((id) => ok(id)),
            { id: failed, status: 'failed', ports: [], error: { code: 'BROKEN', message: 'It broke.' } },
          ],
          failed,
          trace: last.trace,
        },
      }),
    );
  }

  const ids = ({ plan }: ReturnType<typeof planByHtn>) => plan?.nodes.map(({ id }) => id);
  const FIRST = planByHtn(NETWORK, plannerState());

  test('it says that it knows other ways', () => {
    expect(FIRST).toMatchObject({ verdict: 'accepted', knowsOthers: true });
    expect(ids(FIRST)).toEqual(['load', 'fast', 'say']);
  });

  test('it goes on from the innermost task whose method failed, without that method; finished steps are not done again', () => {
    const second = again(FIRST, ['load'], 'fast');
    expect(ids(second)).toEqual(['load', 'fast', 'slow', 'say']);
    expect(second.plan?.edges).toEqual([
      { from: 'load', port: 'out', to: 'fast' },
      { from: 'load', port: 'out', to: 'slow' },
      { from: 'slow', port: 'out', to: 'say' },
    ]);
  });

  test('the tree shows what is out, and why', () => {
    expect(again(FIRST, ['load'], 'fast').trace).toMatchObject({
      tree: {
        tried: [
          {
            id: 'by-table',
            outcome: 'chosen',
            subtasks: [
              { task: 'load', tried: [{ step: 'load' }] },
              {
                task: 'count',
                tried: [
                  { id: 'quickly', outcome: 'excluded', reason: 'its step "fast" failed: It broke.' },
                  { id: 'carefully', outcome: 'chosen' },
                ],
              },
              { task: 'say' },
            ],
          },
        ],
      },
    });
  });

  test('several failures go on excluding, up to the tasks around', () => {
    const third = again(again(FIRST, ['load'], 'fast'), ['load'], 'slow');
    expect(ids(third)).toEqual(['load', 'slow', 'ask', 'say']);
    expect(JSON.stringify(third.trace)).toContain('no way is left to do \\"count\\"');
  });

  test('a step that has succeeded is not made twice, one that failed is: new ids go on counting (R13)', () => {
    const second = again(FIRST, ['load', 'fast'], 'say');
    expect(ids(second)).toEqual(['load', 'fast', 'say', 'ask', 'say-2']);
  });

  test('when no method is left it says so', () => {
    const second = again(FIRST, ['load', 'fast'], 'say');
    const third = again(second, ['load', 'fast'], 'ask');
    expect(third).toMatchObject({
      verdict: 'refused',
      plan: null,
      problems: [{ code: 'NO_OTHER_WAY', message: 'No other way is left to do "answer".' }],
    });
  });

  test('a decision that stays is not judged again, whatever its condition says now', () => {
    const methods = NETWORK.methods.map((method) =>
      method.id === 'by-table' ? { ...method, when: 'goal == "first"' } : method,
    );
    const network = { ...NETWORK, methods };
    const first = planByHtn(network, plannerState({ goal: 'first' }));
    const soFar: PlanSoFar = {
      body: { nodes: first.plan?.nodes.slice(0, 2) ?? [], edges: [] },
      steps: [ok('load'), { id: 'fast', status: 'failed', ports: [] }],
      failed: 'fast',
      trace: first.trace,
    };
    expect(ids(planByHtn(network, plannerState({ goal: 'second', soFar })))).toEqual([
      'load',
      'fast',
      'slow',
      'say',
    ]);
  });
});
