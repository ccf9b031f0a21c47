import { describe, expect, test } from 'vitest';
import { type Address, type Diagnostic, problem } from '#base';
import { arrange } from '#layout';
import type { State } from '#plan';
import { graphOfRun, namesOf, project } from '#projection';
import { machine } from '../notation/machine';
import { plan } from '../notation/plan';
import { runOf, tool } from '../notation/run';

const MADE = machine(
  {
    initial: 'looking',
    responders: [{ id: 'look', request: 'look', capability: 'look' }],
    states: [
      {
        id: 'looking',
        name: 'Looking about',
        action: { event: 'look', response: 'look.done' },
        defaultNext: 'done',
      },
      { id: 'waiting', states: [{ id: 'long' }], on: [{ event: 'more', target: 'looking' }] },
      { id: 'done', isTerminal: true },
    ],
  },
  'research',
);
const AROUND = plan(`
  var dynamicPlan
  think: PLANNER state-machine {goal: "Find out"}
  wait: CAPABILITY echo
  do: PLAN_EXECUTOR
  think -> wait
  wait -> do
`);
const EXECUTOR = '/do';

function run() {
  const made = runOf(AROUND, { closure: { capabilities: [tool('look', 'read'), tool('echo', 'pure')] } });
  made.proposesMachine('/think!1', MADE);
  return made;
}
const drawn = ({ commits }: ReturnType<typeof run>) => graphOfRun(AROUND, project(commits));
const inside = (made: ReturnType<typeof run>) =>
  drawn(made).nodes.flatMap((node) =>
    node.key.startsWith('/do@1') ? [`${node.key} ${node.type} ${node.status}`] : [],
  );

describe('a machine that a planner made, on the canvas (D4, M5)', () => {
  test('D4 it is drawn planned in its executor as soon as it is accepted, and keeps its keys when it runs', () => {
    const made = run();
    expect(inside(made)).toEqual([
      '/do@1/research/looking STATE planned',
      '/do@1/research/waiting STATE planned',
      '/do@1/research/long STATE planned',
      '/do@1/research/done STATE planned',
    ]);
    made.done('/wait#1');
    expect(inside(made)).toEqual([
      '/do@1/research/looking STATE running',
      '/do@1/research/waiting STATE pending',
      '/do@1/research/long STATE pending',
      '/do@1/research/done STATE pending',
    ]);
    const { nodes, edges } = drawn(made);
    const states = new Map(nodes.map((node) => [node.key, node]));
    expect(states.get('/do@1/research/looking')).toMatchObject({
      parent: EXECUTOR,
      dynamic: true,
      title: 'Looking about',
    });
    expect(states.get('/do@1/research/long')?.parent).toBe('/do@1/research/waiting');
    expect(edges.filter(({ transition }) => transition).map(({ from, to }) => `${from} ${to}`)).toContain(
      '/do@1/research/looking /do@1/research/done',
    );
    made.done('/do@1/research/looking[0]#1');
    expect(inside(made).slice(-1)).toEqual(['/do@1/research/done STATE succeeded']);
  });

  test('D4 its states are drawn as they come, with the keys that they keep; a refused one says why', () => {
    const made = runOf(AROUND, { closure: { capabilities: [tool('look', 'read'), tool('echo', 'pure')] } });
    const [looking, waiting, done] = MADE.states;
    const stream = (step: number, state: State | undefined, problems: readonly Diagnostic[] = []): void => {
      const of = { node: null, machine: { id: MADE.id, initial: 'looking' }, text: 'tags: 5', problems };
      made.feed({
        type: 'plan.step',
        address: '/think!1' as Address,
        step,
        ...of,
        ...(state === undefined ? {} : { state }),
      });
    };
    const edges = () => drawn(made).edges.flatMap(({ to, transition }) => (transition ? [to] : []));
    expect(inside(made)).toEqual([]);
    stream(0, looking);
    expect(inside(made)).toEqual(['/do@1/research/looking STATE planned']);
    expect(edges()).toEqual(['/do@1/research/looking']);
    stream(1, waiting, [problem('UNKNOWN_TOOL', 'There is no tool.', 'Name one.')]);
    stream(2, undefined, [problem('SCHEMA', 'This cannot be read.', 'Mend it.')]);
    stream(3, done);
    const states = new Map(drawn(made).nodes.map((node) => [node.key, node]));
    expect(states.get('/do@1/research/waiting')).toMatchObject({
      mark: 'ghost',
      reason: 'There is no tool.',
    });
    expect(states.get('/do@1/research/~3')).toMatchObject({
      title: 'State 3',
      reason: 'This cannot be read.',
    });
    expect(edges()).toContain('/do@1/research/done');
    expect(states.get('/do')?.line).toBe('a plan is arriving, 4 states so far');
    made.proposesMachine('/think!1', MADE);
    expect(inside(made)).toHaveLength(4);
    expect(drawn(made).nodes.filter(({ mark }) => mark === 'ghost')).toEqual([]);
  });

  test('D5 its places have the names of its states', () => {
    const made = run();
    made.done('/wait#1');
    const names = namesOf(project(made.commits));
    expect(names('/do@1/research/looking[0]#1' as never)).toBe('Looking about');
  });

  test('D4 it fits into its executor, whose size never changes; inside it is drawn at full size', () => {
    const graph = drawn(run());
    const boxes = arrange(graph, {});
    const around = boxes.get(EXECUTOR);
    const box = boxes.get('/do@1/research/looking');
    expect(around).toMatchObject({ width: 640, height: 280 });
    expect(box?.scale).toBeLessThanOrEqual(1);
    for (const id of ['looking', 'waiting', 'done']) {
      const one = boxes.get(`/do@1/research/${id}`);
      expect((one?.x ?? 0) + (one?.width ?? 999)).toBeLessThan(640);
      expect((one?.y ?? 0) + (one?.height ?? 999)).toBeLessThan(280);
    }
    expect(boxes.has('/do@1/research/long')).toBe(false);
    const open = arrange(graph, {}, { inside: EXECUTOR });
    expect(open.get('/do@1/research/looking')?.scale).toBe(1);
    expect(open.has('/do@1/research/long')).toBe(true);
  });
});
