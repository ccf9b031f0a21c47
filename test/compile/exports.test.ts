import { describe, expect, test } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import { canonicalJson, isJsonObject, type Json } from '#base';
import { compile, machineGraph, sourceMap, toMermaid, toXStateJson } from '#compile';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';
import { compiled } from './notation';

const REVIEW = `
  s: START
  i: IF true
  a: CAPABILITY echo
  g: GROUP ASYNC
    x: CAPABILITY echo
    y: FILL_TEMPLATE hi
  s -> i
  i.then -> a -> g
  i.else -> g
`;

describe('C1 what compiling gives', () => {
  test('is deterministic: the same plan gives the same bytes, whatever the order of its edges', () => {
    const one = plan(REVIEW);
    const other = { ...one, edges: one.edges.toReversed() };
    const bytes = [one, other].map((each) => {
      const result = compile(each);
      return result.ok ? JSON.stringify(toXStateJson(result.value)) : '';
    });
    expect(bytes[0]).toBe(bytes[1]);
    expect(bytes[0]).toBe(JSON.stringify(toXStateJson(compiled(REVIEW))));
  });

  test('holds names only, no functions: it is JSON', () => {
    const json = toXStateJson(compiled(REVIEW));
    expect(JSON.parse(canonicalJson(json))).toEqual(json);
  });

  test('has a source map from every state to its node, with the containers around it', () => {
    expect(sourceMap(compiled(REVIEW).scope)).toEqual([
      { machine: '/', state: 's', node: 's', path: [] },
      { machine: '/', state: 'i', node: 'i', path: [] },
      { machine: '/', state: 'a', node: 'a', path: [] },
      { machine: '/', state: 'g', node: 'g', path: [] },
      { machine: '/g:0', state: 'x', node: 'x', path: ['g'] },
      { machine: '/g:1', state: 'y', node: 'y', path: ['g'] },
    ]);
  });
});

describe('C3 the export as XState JSON', () => {
  test('holds the machines of all scopes by id', () => {
    const json = toXStateJson(compiled(REVIEW));
    const meta = isJsonObject(json) && isJsonObject(json.meta) ? json.meta : {};
    expect(json).toMatchObject({ id: 'main', initial: 's' });
    expect(Object.keys(isJsonObject(meta.machines) ? meta.machines : {})).toEqual(['/g', '/g:0', '/g:1']);
  });

  test('runs under createActor and visits the nodes that the kernel starts, in the same order', async () => {
    const text = `
      a: CAPABILITY echo
      w: SWITCH {cases: {x: "1 > 2", y: "2 > 1"}}
      b: CAPABILITY echo
      c: CAPABILITY echo
      d: CAPABILITY echo
      a -> w
      w.x -> b -> d
      w.y -> c -> d
    `;
    const run = runOf(plan(text));
    for (const address of ['/a#1', '/c#1', '/d#1']) run.done(address);
    const started = run.history.flatMap((line) => /^start \/(\w+)#1/.exec(line)?.[1] ?? []);
    expect(await visited(toXStateJson(compiled(text)), { w: ['y'] })).toEqual(started);
  });

  test('a failing node ends in _failed', async () => {
    const json = toXStateJson(compiled('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    expect(await visited(json, {}, 'a')).toEqual(['a', '_failed']);
  });

  test('C4 nodes and ports that are called like events of XState or of ours meet none of them', async () => {
    const text = `
      done: HUMAN_INPUT {decisions: [enter, done]}
      error: CAPABILITY echo
      xstate: CAPABILITY echo
      done.enter -> error
      done.done -> xstate
    `;
    const run = runOf(plan(text));
    expect(run.answer('/done', { decision: 'done' })).toContain('start /xstate#1');
    expect(run.done('/xstate#1')).toContain('completed {}');
    expect(await visited(toXStateJson(compiled(text)), { done: ['enter'] })).toEqual(['done', 'error']);
  });
});

/** Runs an exported machine with actors that take the given ports, and says which nodes it visited. */
async function visited(
  json: Json,
  ports: Readonly<Record<string, readonly string[]>>,
  fails = '',
): Promise<string[]> {
  const order: string[] = [];
  const activity = fromPromise(async ({ self }) => {
    order.push(self.id);
    if (self.id === fails) throw new Error('no');
    return { ports: ports[self.id] ?? ['out'] };
  });
  const machine = createMachine(JSON.parse(JSON.stringify(json)), {
    actors: { CAPABILITY: activity, SWITCH: activity, HUMAN_INPUT: activity },
    actions: { skip: () => {} },
    guards: {
      port: ({ event }, params) =>
        JSON.stringify(event).includes(JSON.stringify(Reflect.get(Object(params), 'port'))),
    },
  });
  const actor = createActor(machine);
  await new Promise<void>((resolve) => {
    actor.subscribe({ complete: resolve });
    actor.start();
  });
  const end = actor.getSnapshot().value;
  return end === '_failed' ? [...order, end] : order;
}

describe('C3 the State view', () => {
  test('groups hold their children, branches are parallel regions, every scope has its marks', () => {
    const { states } = machineGraph(compiled(REVIEW));
    expect(states.map(({ key, parent, kind }) => `${kind} ${key} in ${parent}`)).toEqual([
      'initial !initial in null',
      'atomic /s in null',
      'atomic /i in null',
      'atomic /a in null',
      'parallel /g in null',
      'compound /g:0 in /g',
      'initial /g:0!initial in /g:0',
      'atomic /g/x in /g:0',
      'final /g:0!final in /g:0',
      'compound /g:1 in /g',
      'initial /g:1!initial in /g:1',
      'atomic /g/y in /g:1',
      'final /g:1!final in /g:1',
      'final !final in null',
    ]);
  });

  test('choices are labelled with their ports, and every transition joins states that are drawn', () => {
    const { states, transitions } = machineGraph(compiled(REVIEW));
    expect(transitions.map(({ from, to, label }) => `${from} ${label}> ${to}`)).toEqual(
      expect.arrayContaining(['!initial > /s', '/i then> /a', '/i else> /g', '/g > !final']),
    );
    const keys = new Set(states.map(({ key }) => key));
    for (const { from, to } of transitions) expect(keys.has(from) && keys.has(to)).toBe(true);
    expect(new Set(transitions.map(({ key }) => key)).size).toBe(transitions.length);
  });

  test('a graph is drawn as the edges that it counts', () => {
    const { transitions } = machineGraph(
      compiled('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> c\nb -> c'),
    );
    expect(transitions.map(({ from, to }) => `${from} > ${to}`)).toEqual([
      '!initial > /a',
      '!initial > /b',
      '/a > /c',
      '/b > /c',
      '/c > !final',
    ]);
  });
});

describe('C3 the export as Mermaid', () => {
  test('is a state diagram with nested states and regions', () => {
    expect(
      toMermaid(
        compiled(
          'a: CAPABILITY echo {name: Look}\ng: GROUP ASYNC\n  x: CAPABILITY echo\n  y: CAPABILITY echo\na -> g',
        ),
      ),
    ).toBe(
      [
        'stateDiagram-v2',
        '  state "Look" as s1',
        '  state "Group" as s2',
        '  state s2 {',
        '    state "Capability" as s5',
        '    [*] --> s5',
        '    s5 --> [*]',
        '    --',
        '    state "Capability" as s9',
        '    [*] --> s9',
        '    s9 --> [*]',
        '  }',
        '  [*] --> s1',
        '  s1 --> s2',
        '  s2 --> [*]',
        '',
      ].join('\n'),
    );
  });

  test('case B2 no name can end its label, open a tag, or begin a directive', () => {
    const names = [
      '"] --> s9',
      '<img src=x onerror=alert(1)>',
      '%%{init: {"theme": "x"}}%%',
      'a\n  click s1 "javascript:alert(1)"',
      '#quot;; } end',
      '`{1}` \u2028 \u202e',
    ];
    for (const name of names) {
      const one = plan('a: CAPABILITY echo');
      const [node] = one.nodes;
      const result = node && compile({ ...one, nodes: [{ ...node, name }] });
      if (!result?.ok) throw new Error('does not compile');
      const lines = toMermaid(result.value).split('\n');
      expect(lines).toHaveLength(5);
      expect(lines[1]).toMatch(/^ {2}state "[\p{L}\p{N} .,!?'()_/+#;-]*" as s1$/u);
      expect(lines[1]?.replace(/#\d+;/g, '')).not.toMatch(/[#;]/);
    }
  });
});
