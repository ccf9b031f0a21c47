import { describe, expect, test } from 'vitest';
import { type Json, LIMITS } from '#base';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';
import { gate, hostOf, settle, start } from '../runtime/notation';
import { FILE_ROWS } from './fileRows';
import { type Limit, ROWS, type Row } from './rows';

/** Limits that refuse nothing: what is above them waits, is cut, or is asked for less long. */
const BOUNDS: Partial<Record<Limit, string>> = {
  effectsInFlight: 'below: a call waits for its place',
  effectsInFlightMax: 'below: a host cannot ask for more',
  sqlMs: 'test/engine: a query that takes longer is ended, and told',
  retryAfterMs: 'test/models: a server that asks to wait longer is asked again after this',
  reasoningBytes: 'test/runtime: the beginning is kept, and that there was more',
  observations: 'test/planner/again: the last ones are told with their results',
  observationCharacters: 'test/planner/again: each is shortened',
  promptTokens: 'test/planner/fitting: what fits the goal least is left out',
  conversationMessages: 'test/kernel/conversation: the last ones are told',
  conversationCharacters: 'test/kernel/conversation: each is shortened',
  sessionEntries: 'test/runtime/sessions: of too many episodes the oldest goes, a note too many is refused',
  sessionCharacters: 'test/runtime/sessions: what is longer is shortened, a variable is left out',
  sessionNotes: 'test/runtime/sessions: the last ones are told',
  sessionListed: 'test/runtime/sessions: each is told by its beginning',
  summaryCharacters: 'test/kernel/agents: what a step gave is shortened',
  markdownCharacters: 'test/fuzz/markdown: the rest is plain text',
  markdownDepth: 'test/fuzz/markdown: what lies deeper is plain text',
  markdownCost: 'test/fuzz/markdown: what is beyond it is plain text',
};

const ROW_LIST = Object.entries({ ...ROWS, ...FILE_ROWS }) as [Limit, Row][];

test('SECURITY limits: every one is in this list', () => {
  const known = new Set<string>([...ROW_LIST.map(([limit]) => limit), ...Object.keys(BOUNDS)]);
  expect(Object.keys(LIMITS).filter((limit) => !known.has(limit))).toEqual([]);
});

describe('SECURITY limits, T4, I9: at the limit it is taken, one above it is refused with a code and the number', () => {
  test.each(ROW_LIST)('%s', async (limit, row) => {
    await lowered(limit, row.lowered, async () => {
      const most = LIMITS[limit] - (row.isTime ? 1 : 0);
      expect((await row.offer(most))?.code, `${most} is taken`).not.toBe(row.code);
      const said = await row.offer(most + 1);
      expect(said?.code, `${most + 1} is refused`).toBe(row.code);
      expect(said?.message).toContain(row.number ?? String(LIMITS[limit]));
    });
  });
});

describe('SECURITY limits that refuse nothing', () => {
  test.each([
    [undefined, LIMITS.effectsInFlight],
    [1_000, LIMITS.effectsInFlightMax],
  ])(
    'effects in flight: of 300 calls on a host that allows %s, %i have left',
    async (effectsInFlight, most) => {
      const { opened, open } = gate<Json>();
      const host = hostOf({ echo: () => opened }, effectsInFlight === undefined ? {} : { effectsInFlight });
      const calls = Array.from({ length: 300 }, (_, index) => `c${index}: CAPABILITY echo`).join('\n');
      const run = start(host, calls);
      await settle();
      expect(host.calls).toHaveLength(most);
      open('done');
      await run.done;
      expect(host.calls).toHaveLength(300);
    },
  );
});

describe('case C5 facts deeper than the limit of JSON are refused, and change nothing', () => {
  const deep = (levels: number): Json => {
    let value: Json = 1;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };
  const waiting = () => runOf(plan('h: HUMAN_INPUT {timeoutMs: null}\nw: EVENT_WAIT {events: {x: go}}'));

  test.each([
    [
      'an answer',
      'ANSWER_INVALID',
      (run: ReturnType<typeof waiting>, value: Json) => run.answer('/h', value),
    ],
    ['a signal', 'SIGNAL_INVALID', (run: ReturnType<typeof waiting>, value: Json) => run.signal('go', value)],
  ])('%s', (_, code, give) => {
    expect(give(waiting(), deep(LIMITS.jsonDepth)).join()).not.toContain(code);
    const run = waiting();
    const before = run.state;
    expect(give(run, deep(LIMITS.jsonDepth + 1)).join()).toContain(code);
    expect(run.state).toBe(before);
    const refused = run.commits.at(-1)?.entries.find(({ kind }) => kind === 'refused');
    expect(JSON.stringify(refused?.data)).toContain(String(LIMITS.jsonDepth));
  });
});

/** With a limit that is smaller for the time of the work. */
async function lowered(limit: Limit, to: number | undefined, work: () => Promise<void>): Promise<void> {
  const whole = LIMITS[limit];
  try {
    if (to !== undefined) Reflect.set(LIMITS, limit, to);
    await work();
  } finally {
    Reflect.set(LIMITS, limit, whole);
  }
}
