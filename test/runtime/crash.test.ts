import { describe, expect, it } from 'vitest';
import { type JsonObject, seededRandom } from '#base';
import { plan, workspace } from '../notation/plan';
import { type CrashCase, indexedDb, killed, memory, pointsOf } from './crashing';

const WORKSPACE = workspace(
  [
    plan(`
      out answer
      look: CAPABILITY read {input: {text: "a"}}
      both: GROUP ASYNC {merge: COLLECT}
        send: CAPABILITY send {input: {text: "b"}}
        put: CAPABILITY put {input: {text: "c"}}
      ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}
      plan: PLANNER {planner: {flavour: rules, use: mine}, goal: "x"}
      execute: PLAN_EXECUTOR {output: {answer: "result.text"}}
      again: CAPABILITY send {input: {text: "f"}}
      look -> both
      both -> ask
      ask.yes -> plan
      plan -> execute
      execute -> again
    `),
  ],
  {
    planners: [
      {
        id: 'mine',
        kind: 'rules',
        rules: [
          {
            id: 'any',
            when: 'true',
            steps: [
              { capability: 'put', input: { text: 'd' } },
              { capability: 'read', input: { text: 'e' } },
            ],
          },
        ],
      },
    ],
  },
);
const DESCRIPTORS = {
  read: { effect: 'read' },
  send: { effect: 'write' },
  put: { effect: 'write', idempotent: true },
} as const;
const echo = (input: JsonObject) => input;
const KINDS: CrashCase = {
  workspace: WORKSPACE,
  works: { read: echo, send: echo, put: echo },
  descriptors: DESCRIPTORS,
  once: ['/both/send#1', '/again#1'],
};

const at = (item: number, leaf: string) => `/s/each[${item}]/a/${leaf}#1`;
/** Agents that read, then send, then answer, and are judged, in an iterator in a sub-plan (L11). */
const AGENTS: CrashCase = {
  workspace: workspace(
    [
      plan('out all\ns: SUB_PLAN counting {output: {all: "result.counts"}}'),
      plan(
        `
          out counts
          each: ITERATOR [1, 2] {collectInto: counts}
            a: AGENT Count {tools: [read, send], successCriteria: "a number", maxIterations: 4}
          result {counts: "{{ counts }}"}
        `,
        'counting',
      ),
    ],
    { models: [{ id: 'm', connection: 'c', model: 'm' }], connections: [{ id: 'c' }] },
  ),
  works: {
    read: echo,
    send: echo,
    'model.generate': (_, address) => {
      const json = SAID[/(?:think|judge)-\d/.exec(address)?.[0] ?? ''] ?? NOT_YET;
      return { text: JSON.stringify(json), json };
    },
  },
  descriptors: { ...DESCRIPTORS, 'model.generate': { effect: 'read' } },
  once: [at(0, 'act-2'), at(1, 'act-2')],
};
const NOT_YET: JsonObject = { reason: 'Not yet.', met: false };
const SAID: Readonly<Record<string, JsonObject>> = {
  'think-1': { thought: 'I read.', action: { tool: 'read', input: { n: 1 } } },
  'think-2': { thought: 'I send.', action: { tool: 'send', input: { n: 2 } } },
  'think-3': { thought: 'Done.', answer: 'three' },
  'judge-3': { reason: 'A number.', met: true },
};

describe.each([
  ['memory', memory],
  ['IndexedDB', indexedDb],
])('case H1 killed at every write and every effect, ledger in %s', (_title, outside) => {
  it('K6 loses no acknowledged commit, repeats no finished effect, and asks about what may have happened', async () => {
    const points = await pointsOf(KINDS, outside());
    const asked = new Set<string>();
    for (let point = 1; point <= points; point++)
      for (const address of await killed(KINDS, [point], outside())) asked.add(address);
    expect([...asked].sort()).toEqual(['/again#1', '/both/send#1']);
  });
});

it('K6 a run that is killed again while it is taken up is as whole as before', async () => {
  const points = await pointsOf(KINDS, memory());
  const { below } = seededRandom(4);
  for (let round = 0; round < 40; round++)
    await killed(KINDS, [1 + below(points), 1 + below(points), 1 + below(points)], memory());
});

it('L11 K6 agents that are killed at every await think, act and are judged once, and only what may have been sent is asked about', async () => {
  const points = await pointsOf(AGENTS, memory());
  const asked = new Set<string>();
  for (let point = 1; point <= points; point++)
    for (const address of await killed(AGENTS, [point], memory())) asked.add(address);
  expect([...asked].sort()).toEqual(AGENTS.once);
});
