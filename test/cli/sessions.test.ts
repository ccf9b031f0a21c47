import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readLedger } from '#kernel';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const TALK = files.file(
  'talk.planloom.json',
  documentOf(`
    in question
    out answer
    a: CAPABILITY notepad.write {input: {name: "{{ question }}", text: "Asked."}}
    b: CAPABILITY memory.remember {input: {text: "Somebody asked: {{ question }}"}}
    c: CAPABILITY memory.recall {input: {query: "somebody asked"}, output: {answer: "result.text"}}
    a -> b
    b -> c
    result {answer: "{{ answer }}"}
  `),
);

async function ask(question: string, ledger: string | null) {
  const to = ledger === null ? [] : ['--ledger', files.path(ledger)];
  const input = ['--input', `question=${JSON.stringify(question)}`];
  return planloom(['run', TALK, '--yes', '--session', 'my/talk', ...input, ...to]);
}

function firstFact(ledger: string) {
  const read = readLedger(readFileSync(files.path(ledger), 'utf8'));
  return read.ok ? read.value[0]?.fact : read.problem;
}

it('P16 planloom run --session keeps a session beside the ledgers, and tells the next run of it', async () => {
  const first = await ask('Why?', 'one.ndjson');
  expect(first.json.outputs, first.stderr).toEqual({ answer: 'Somebody asked: Why?' });
  expect(firstFact('one.ndjson')).not.toHaveProperty('session');
  const second = await ask('When?', 'two.ndjson');
  expect(second.json.outputs.answer).toContain('Somebody asked: Why?');
  expect(firstFact('two.ndjson')).toMatchObject({
    session: {
      turns: [
        { role: 'user', text: 'Why?' },
        { role: 'agent', text: 'Somebody asked: Why?' },
      ],
      notes: [{ name: 'Why?', text: 'Asked.' }],
      variables: [{ name: 'answer', text: '"Somebody asked: Why?"' }],
    },
  });
  expect((await planloom(['replay', files.path('two.ndjson')])).json).toMatchObject({ ok: true, effects: 0 });
  const file = join(dirname(files.path('two.ndjson')), 'sessions', 'test', 'my%2Ftalk.json');
  writeFileSync(file, 'no session');
  const third = await ask('How?', 'three.ndjson');
  expect([third.exit, third.json.error?.code]).toEqual([1, 'SESSION_UNREADABLE']);
  expect(third.stderr).toContain(
    'The run started without what its session holds: What was kept of the session is damaged.',
  );
  expect(third.stderr).toContain('What the run did is not kept in its session');
  expect(readFileSync(file, 'utf8')).toBe('no session');
});

it('P16 without a ledger nothing is kept, and what needs the session says so', async () => {
  const ran = await ask('Why?', null);
  expect([ran.exit, ran.json.error?.code]).toEqual([1, 'SESSION_NONE']);
});
