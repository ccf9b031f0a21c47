import { describe, expect, it } from 'vitest';
import { type JsonObject, LIMITS } from '#base';
import { builtInCapabilities } from '#capabilities';
import { replay } from '#kernel';
import {
  EMPTY_SESSION,
  type Episode,
  givenSession,
  keepEpisode,
  type ModelRequest,
  type Models,
  readSession,
  type SessionContent,
  type Sessions,
  sessionText,
} from '#runtime';
import { withEpisode } from '../../src/runtime/sessions/content';
import { hostOf, start, statusesOf } from './notation';

/** Sessions in memory, as text, as they lie in rows and files. */
function kept(
  content: SessionContent = EMPTY_SESSION,
): Sessions & { content(): SessionContent; text: string } {
  const self = {
    text: sessionText(content),
    content: () => readSession(self.text),
    read: async () => readSession(self.text),
    change: async (_id: string, change: (before: SessionContent) => SessionContent) => {
      self.text = sessionText(change(readSession(self.text)));
    },
  };
  return self;
}

const TALK: Episode = {
  runId: 'run-0',
  at: 1,
  status: 'completed',
  asked: 'What do bees like?',
  answered: 'Lavender.',
  tools: ['echo'],
};
const HELD: SessionContent = {
  episodes: [
    TALK,
    { ...TALK, runId: 'run-1', status: 'failed', asked: 'And wasps?', answered: 'It broke off.' },
  ],
  notes: [{ name: 'todo', text: 'Ask about </data> wasps.' }],
  variables: { region: 'Oslo', rows: [1, 2, 3] },
  memories: [{ id: 'a', text: 'The user keeps bees.' }],
};

const LABELS = { sessionId: 'talk' };

async function ran(text: string, sessions: Sessions | undefined, input: JsonObject = {}, labels = LABELS) {
  const host = hostOf({}, { capabilities: builtInCapabilities(), sessions });
  const session = await givenSession(sessions, labels.sessionId);
  const run = start(host, text, { input, labels, session });
  await run.atRest();
  await keepEpisode(sessions, run.commits);
  return run;
}

describe('P16 what a run is told of its session', () => {
  it('P16 the last turns, and which notes and variables there are, stand in its first fact, so that a replay is told the same', async () => {
    const run = await ran('a: CAPABILITY echo', kept(HELD));
    expect(run.commits[0]?.fact).toMatchObject({
      session: {
        turns: [
          { role: 'user', text: 'What do bees like?' },
          { role: 'agent', text: 'Lavender.' },
          { role: 'user', text: 'And wasps?' },
        ],
        notes: [{ name: 'todo', text: 'Ask about </data> wasps.' }],
        variables: [
          { name: 'region', text: '"Oslo"' },
          { name: 'rows', text: '[1,2,3]' },
        ],
      },
    });
    expect(replay(run.commits).ok).toBe(true);
  });

  it('P16 a session without anything, and a run without one, say nothing', async () => {
    expect((await ran('a: CAPABILITY echo', kept())).commits[0]?.fact).not.toHaveProperty('session');
    expect(await givenSession(kept(HELD), undefined)).toBeUndefined();
    expect(await givenSession(undefined, 'talk')).toBeUndefined();
  });

  it.each(['', '{', '[]', '{"episodes":[]}', '{"episodes":[],"notes":[{}],"memories":[],"variables":{}}'])(
    'P16 one that cannot be read (%s): the run starts without, and says so',
    async (text) => {
      const sessions = kept();
      sessions.text = text;
      const run = await ran('a: CAPABILITY echo', sessions);
      expect(run.commits[0]?.fact).toMatchObject({
        session: { unread: 'What was kept of the session is damaged.' },
      });
      expect(statusesOf(run.commits)).toBe('run.completed');
      expect(sessions.text).toBe(text);
    },
  );

  it('P16 the last ones are told, each by its beginning', async () => {
    const many = Array.from({ length: LIMITS.sessionNotes + 5 }, (_, at) => ({
      name: `n${at}`,
      text: 'x'.repeat(LIMITS.sessionListed + 1),
    }));
    const episodes = many.map(({ name }) => ({
      ...TALK,
      runId: name,
      asked: 'y'.repeat(LIMITS.conversationCharacters + 1),
    }));
    const told = await givenSession(kept({ ...HELD, notes: many, episodes }), 'talk');
    if (told === undefined || 'unread' in told) throw new Error('it is told');
    expect([told.notes.length, told.notes[0]?.name, told.turns.length]).toEqual([
      LIMITS.sessionNotes,
      'n5',
      LIMITS.conversationMessages,
    ]);
    expect([told.notes[0]?.text.length, told.turns[0]?.text.length]).toEqual([
      LIMITS.sessionListed + 1,
      LIMITS.conversationCharacters + 1,
    ]);
  });

  it('P16, case E6 a planner is shown turns and notes as data, which cannot close its fence', async () => {
    const requests: ModelRequest[] = [];
    const spec = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };
    const models: Models = {
      list: [spec],
      stream: async function* (request) {
        requests.push(request);
        yield { type: 'text', text: '{"steps":[{"tool":"text.say","input":{"text":"Wasps too."}}]}' };
        yield { type: 'done', usage: {}, finishReason: 'stop' };
      },
    };
    const sessions = kept(HELD);
    const host = hostOf({}, { capabilities: builtInCapabilities(), sessions, models });
    const run = start(host, 'p: PLANNER llm {goal: "And wasps?", tools: ["text.*"]}', {
      labels: LABELS,
      session: await givenSession(sessions, 'talk'),
      rest: { models: [spec], connections: [{ id: 'server' }] },
    });
    await run.atRest();
    expect(statusesOf(run.commits)).toBe('run.completed');
    const asked = requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
    const data = asked.slice(asked.indexOf('<data>'), asked.indexOf('</data>'));
    expect(data).toContain('{"role":"agent","text":"Lavender."}');
    expect(data).toContain('Ask about \\u003c/data> wasps.');
    expect(data).toContain('{"name":"region","text":"\\"Oslo\\""}');
  });
});

describe('P16 what a run leaves in its session', () => {
  it('P16 what was asked, what it answered, what it called, and its variables; once, however often it is kept', async () => {
    const sessions = kept();
    const text = `
      in question
      var city
      out answer
      a: CAPABILITY echo {input: {text: "Lavender."}, output: {answer: "result.text", city: "'Oslo'"}}
      result {answer: "{{ answer }}"}`;
    const run = await ran(text, sessions, { question: 'What do bees like?' });
    await keepEpisode(sessions, run.commits);
    expect(sessions.content()).toMatchObject({
      episodes: [
        { status: 'completed', asked: 'What do bees like?', answered: 'Lavender.', tools: ['echo'] },
      ],
      variables: { answer: 'Lavender.', city: 'Oslo' },
    });
    expect(sessions.content().episodes).toHaveLength(1);
  });

  it('P16 of a run that failed, why; its next run sees no answer of it', async () => {
    const sessions = kept();
    await ran('in question\na: CAPABILITY notepad.read {input: {name: "none"}}', sessions, {
      question: 'Well?',
    });
    expect(sessions.content().episodes).toMatchObject([
      { status: 'failed', answered: 'The session has no note "none".' },
    ]);
    expect(await givenSession(sessions, 'talk')).toMatchObject({ turns: [{ role: 'user', text: 'Well?' }] });
  });

  it('P16 a run that another has started, and one that goes on, leave nothing', async () => {
    const sessions = kept();
    const host = hostOf({}, { sessions });
    const child = start(host, 'a: CAPABILITY echo', { labels: LABELS, parentRunId: 'other' });
    const waiting = start(host, 'w: EVENT_WAIT {events: [{id: go, event: go}]}', { labels: LABELS });
    for (const run of [child, waiting]) {
      await run.atRest();
      expect(await keepEpisode(sessions, run.commits)).toBeNull();
    }
    expect(sessions.content()).toEqual(EMPTY_SESSION);
  });

  it('P16 of too many episodes the oldest goes; what is longer is shortened, and a variable of that size is left out', async () => {
    const full = Array.from({ length: LIMITS.sessionEntries }, (_, at) => ({ ...TALK, runId: `old-${at}` }));
    const sessions = kept(
      withEpisode({ ...EMPTY_SESSION, episodes: full }, { episode: TALK, variables: {} }),
    );
    expect(
      sessions
        .content()
        .episodes.map(({ runId }) => runId)
        .slice(0, 1),
    ).toEqual(['old-1']);
    const long = 'x'.repeat(LIMITS.sessionCharacters + 1);
    await ran('in question\nvar big\na: CAPABILITY echo {output: {big: "question"}}', sessions, {
      question: long,
    });
    expect(sessions.content().episodes.at(-1)?.asked).toHaveLength(LIMITS.sessionCharacters + 1);
    expect(sessions.content().variables).toEqual({});
  });

  it('P16 where it cannot be written, that is said, and the run is as it was', async () => {
    const sessions: Sessions = {
      read: async () => EMPTY_SESSION,
      change: () => Promise.reject(new Error('Full.')),
    };
    const host = hostOf({}, { sessions });
    const run = start(host, 'a: CAPABILITY echo', { labels: LABELS });
    await run.atRest();
    expect(await keepEpisode(sessions, run.commits)).toBe('Full.');
    expect(statusesOf(run.commits)).toBe('run.completed');
  });
});

describe('P16 what a step can do with its session', () => {
  const resultOf = (run: Awaited<ReturnType<typeof ran>>, address: string) =>
    run.commits.flatMap(({ fact }) =>
      fact.type === 'effect.succeeded' && fact.address.startsWith(address) ? [fact.result] : [],
    )[0];

  it('P16 a note is written, written over, read by its name or with all others, and removed without text', async () => {
    const sessions = kept(HELD);
    const write = (id: string, name: string, text: string) =>
      `${id}: CAPABILITY notepad.write {input: {name: "${name}", text: "${text}"}}`;
    const run = await ran(
      `
      ${write('a', 'todo', 'Done.')}
      ${write('b', 'next', 'Sleep.')}
      c: CAPABILITY notepad.read
      d: CAPABILITY notepad.read {input: {name: "next"}}
      ${write('e', 'todo', '')}
      a -> b
      b -> c
      c -> d
      d -> e`,
      sessions,
    );
    expect(resultOf(run, '/c')).toMatchObject({
      notes: [
        { name: 'todo', text: 'Done.' },
        { name: 'next', text: 'Sleep.' },
      ],
    });
    expect(resultOf(run, '/d')).toEqual({ notes: [{ name: 'next', text: 'Sleep.' }], text: 'Sleep.' });
    expect(sessions.content().notes).toEqual([{ name: 'next', text: 'Sleep.' }]);
  });

  it('P16 what is remembered is found again, with what runs said and left; best first, or of one kind', async () => {
    const sessions = kept(HELD);
    const run = await ran(
      `
      a: CAPABILITY memory.remember {input: {text: "Oslo has many bees."}}
      b: CAPABILITY memory.recall {input: {query: "bee"}}
      c: CAPABILITY memory.recall {input: {query: "region", kind: "variable"}}
      a -> b
      b -> c`,
      sessions,
    );
    const found = resultOf(run, '/b');
    expect(found).toMatchObject({
      found: expect.arrayContaining([
        { kind: 'memory', name: '', text: 'Oslo has many bees.' },
        { kind: 'memory', name: '', text: 'The user keeps bees.' },
        { kind: 'run', name: 'completed', text: 'What do bees like?\nLavender.' },
      ]),
    });
    expect(resultOf(run, '/c')).toEqual({
      found: [{ kind: 'variable', name: 'region', text: '"Oslo"', value: 'Oslo' }],
      text: '"Oslo"',
    });
  });

  it.each([
    ['SESSION_NONE', undefined],
    [
      'SESSION_UNREADABLE',
      { read: () => Promise.reject(new Error('Gone.')), change: () => Promise.reject(new Error('Gone.')) },
    ],
    [
      'SESSION_FULL',
      kept({
        ...EMPTY_SESSION,
        notes: Array.from({ length: LIMITS.sessionEntries }, (_, at) => ({ name: `${at}`, text: 'x' })),
      }),
    ],
  ] as const)('P16 %s is the failure of its step', async (code, sessions) => {
    const run = await ran('a: CAPABILITY notepad.write {input: {name: "n", text: "t"}}', sessions);
    expect(
      run.commits.flatMap(({ fact }) => (fact.type === 'effect.failed' ? [fact.error.code] : [])),
    ).toEqual([code]);
  });
});
