import { chmodSync, linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf, planloom, sample, scratch } from './notation';

const files = scratch();
const FINE = files.file('fine.json', documentOf('in n = 1\na: CAPABILITY echo {input: {text: "x"}}'));
const MACHINE = sample('search-state-machine');
const ASKS = files.file(
  'ask.json',
  documentOf('ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}'),
);
const EMPTY = files.file('empty.json', '');
const FOLDER = files.path('folder');
mkdirSync(FOLDER);

/** Commands with the one file that they take, and what else they cannot do without. */
const READ: readonly (readonly [name: string, ...rest: string[]])[] = [
  ['validate'],
  ['compile'],
  ['run'],
  ['simulate', '--script', '{}'],
  ['replay'],
  ['records'],
  ['import'],
  ['export', '--to', 'plan'],
  ['capabilities'],
  ['models'],
];

/** All that T8 asks of a refusal: JSON alone on stdout; code, sentence and what to do, in one line on stderr. */
async function refusal(args: readonly string[]) {
  const ran = await planloom(args);
  expect(ran.exit, ran.stderr).toBe(2);
  expect(ran.json).toMatchObject({ ok: false });
  const [first] = ran.json.diagnostics;
  const line = ran.stderr.split('\n').find((one) => one.includes(first.code)) ?? '';
  expect(line).toContain(`error ${first.code}`);
  expect(line).toContain(first.message);
  expect(first.help).not.toBe('');
  expect(line).toContain(first.help);
  return { ...first, stderr: ran.stderr, where: line } as Record<
    'code' | 'message' | 'help' | 'stderr' | 'where',
    string
  >;
}

async function ledger(name: string, ...args: string[]): Promise<string> {
  const path = files.path(name);
  const ran = await planloom(['run', FINE, '--ledger', path, ...args]);
  expect(ran.exit).toBe(0);
  return path;
}

describe('H1 a name that is not there is told with the one that was meant', () => {
  it.each([
    [['valdiate', FINE], 'There is no command "valdiate".', 'Did you mean "validate"?'],
    [['fly'], 'There is no command "fly".', 'Choose one of: validate, compile, run'],
    [['--version'], '"--version" is not a command, which comes first.', 'Choose one of'],
    [['run', FINE, '--inptu', '{}'], '"planloom run" has no option --inptu.', 'Did you mean --input?'],
    [['run', FINE, '--Plan', 'x'], 'has no option --Plan.', 'Did you mean --plan?'],
    [['run', FINE, '--stub-unresolve'], 'has no option --stub-unresolve.', 'Did you mean --stub-unresolved?'],
    [
      ['validate', FINE, '--plan', 'x'],
      'has no option --plan.',
      'It is one of compile, run, simulate, export.',
    ],
    [['replay', FINE, '--colour'], 'has no option --colour.', 'It has --at.'],
    [['run', FINE, '-y'], 'has no option -y.', '--yes'],
    [['run', FINE, '--constructor', 'x'], 'has no option --constructor.', '--input'],
  ])('%j', async (args, message, help) => {
    const refused = await refusal(args);
    expect(
      [refused.code, refused.message.includes(message), refused.help.includes(help)],
      refused.where,
    ).toEqual(['USAGE', true, true]);
  });
});

describe('H1 a value that is missing, too many or given twice', () => {
  it.each([
    [['run', FINE, '--plan'], '--plan has no value.', 'Write --plan ID.'],
    [['run', FINE, '--plan', '--yes'], '--plan has no value: --yes comes next.', 'Write --plan ID.'],
    [['run', FINE, '--signal'], '--signal has no value.', 'Write --signal NAME=JSON.'],
    [['run', FINE, '--yes=1'], '--yes takes no value, and was given "1".', 'Write --yes alone.'],
    [
      ['run', FINE, '--plan', 'a', '--plan', 'b'],
      '--plan is given twice, as "a" and as "b".',
      'Give it once.',
    ],
    [['export', FINE, '--to', 'plan', '--to', 'svg'], '--to is given twice, as "plan" and as "svg".', 'once'],
    [['run', FINE, '--max-steps', '-1'], '--max-steps takes a number, not "-1".', 'Usage'],
    [['run', FINE, '--yes', '--trust', 'x'], '--trust and --yes are given together.', 'one of them'],
    [['replay', FINE, '--at', '-1'], '--at takes a number of commits, not "-1".', 'Usage'],
    [['run', FINE, 'other.json'], '"other.json" is one argument too many.', 'Usage: planloom run FILE'],
    [['serve', 'there'], '"there" is one argument too many.', 'Usage: planloom serve'],
  ])('%j', async (args, message, help) => {
    const refused = await refusal(args);
    expect(refused.message).toBe(message);
    expect(refused.help).toContain(help);
    expect(refused.stderr, 'the help follows').toContain(`planloom ${args[0]}`);
  });

  it('options that may come several times do, and a switch may be said twice', async () => {
    const twice = ['--answer', '/ask={"decision": "yes"}', '--answer', '/ask={"decision": "no"}'];
    expect((await planloom(['run', ASKS, ...twice, '--yes', '--yes'])).exit).toBe(0);
  });

  it('a value may begin with dashes where it is no option', async () => {
    const asked = await planloom(['plan', '--goal', '--- upper case of "ada"']);
    expect(asked.json).toHaveProperty('attempts');
  });
});

describe('T8 files that cannot be read', () => {
  it.each(READ)('%s: missing, a folder, standard input, no name', async (name, ...rest) => {
    expect(await refusal([name, files.path('no.json'), ...rest])).toMatchObject({ code: 'FILE_MISSING' });
    expect(await refusal([name, FOLDER, ...rest])).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `"${FOLDER}" is a folder, and no file.`,
    });
    expect(await refusal([name, '-', ...rest])).toMatchObject({ message: 'Standard input is not read.' });
    expect(await refusal([name, '', ...rest])).toMatchObject({ message: 'The name of the file is empty.' });
    expect(await refusal([name, '/dev/null', ...rest])).toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it.skipIf(process.getuid?.() === 0)('one that may not be read', async () => {
    const path = files.file('secret.json', '{}');
    chmodSync(path, 0);
    expect(await refusal(['validate', path])).toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it.each(READ.filter(([name]) => name !== 'replay'))('%s: an empty file', async (name, ...rest) => {
    const refused = await refusal([name, EMPTY, ...rest]);
    expect(['JSON_INVALID', 'LEDGER_EMPTY', 'USAGE']).toContain(refused.code);
  });

  it('the line on stderr says which file, and where in it', async () => {
    const broken = files.file('broken.json', '{"format": ');
    expect((await refusal(['run', broken])).where).toContain(`("${broken}" position`);
    expect((await refusal(['export', broken, '--to', 'ledger'])).where).toContain(`("${broken}" line 1)`);
    const goes = ['plan', '--goal', 'x', '--catalogue', broken];
    expect((await refusal(goes)).where).toContain(`("${broken}" position`);
  });

  it('replay of what is no ledger is ok: false, exit code 1', async () => {
    expect(await planloom(['replay', EMPTY])).toMatchObject({
      exit: 1,
      json: { ok: false, difference: { code: 'LEDGER_EMPTY' } },
      stderr: expect.stringContaining(EMPTY),
    });
  });
});

describe('H1 values that are no JSON, or the wrong one', () => {
  it.each([
    [['run', FINE, '--input', '{'], 'JSON_INVALID', '--input'],
    [['run', FINE, '--input', '[]'], 'INPUT_INVALID', '--input'],
    [['run', FINE, '--input', '@'], 'FILE_MISSING', 'empty'],
    [['run', FINE, '--input', `@${FOLDER}`], 'FILE_UNREADABLE', 'folder'],
    [['run', FINE, '--signal', 'paid'], 'USAGE', 'NAME=JSON'],
    [['run', FINE, '--signal', 'paid='], 'USAGE', '--signal paid'],
    [['run', FINE, '--signal', 'paid={'], 'USAGE', '--signal paid'],
    [['run', FINE, '--signal', '=1'], 'USAGE', 'NAME=JSON'],
    [['run', FINE, '--signal', 'xstate.done=1'], 'USAGE', 'NAME=JSON'],
    [['run', FINE, '--answer', 'ask=1'], 'USAGE', 'ADDRESS=JSON'],
    [['run', FINE, '--answer', '/ask={'], 'USAGE', '--answer /ask'],
    [['run', FINE, '--bind', 'echo'], 'USAGE', 'NAME=CAPABILITY'],
    [['run', FINE, '--bind', '=echo'], 'USAGE', 'NAME=CAPABILITY'],
    [['run', FINE, '--bind', 'echo=nobody'], 'CAPABILITY_UNKNOWN', '"nobody"'],
    [['run', FINE, '--goal', '[]'], 'INPUT_INVALID', '--goal'],
    [['run', FINE, '--run-id', 'a b'], 'RUN_ID_INVALID', '"a b"'],
    [['run', FINE, '--run-id', 'x'.repeat(129)], 'RUN_ID_INVALID', 'id of a run'],
    [['run', FINE, '--model', 'nobody'], 'MODEL_UNKNOWN', '"nobody"'],
    [['simulate', FINE, '--script', '[]'], 'INVALID_VALUE', '--script'],
    [['simulate', FINE, '--script', '{"no": 1}'], 'UNKNOWN_KEY', '--script'],
    [['simulate', MACHINE, '--events', '{}'], 'INVALID_VALUE', '--events'],
    [['simulate', MACHINE, '--events', '["go"'], 'JSON_INVALID', '--events'],
    [['simulate', MACHINE, '--events', '[]', '--guards', '[]'], 'INPUT_INVALID', 'isReady'],
    [['simulate', MACHINE, '--events', '[]', '--guards', '{"a": 1}'], 'INVALID_VALUE', '--guards'],
    [['serve', '--port', 'http'], undefined, ''],
  ])('%j', async (args, code, words) => {
    const refused = await refusal(args);
    if (code !== undefined) expect(refused.code).toBe(code);
    expect(refused.where).toContain(words);
  });
});

describe('H1 options that do not go together', () => {
  it.each([
    [['simulate', FINE], '--script is missing'],
    [['simulate', FINE, '--script', '{}', '--events', '[]'], 'give one of them'],
    [['simulate', FINE, '--script', '{}', '--guards', '{}'], '--guards is for state machines'],
    [['simulate', FINE, '--script', '{}', '--input', '{}'], '--input is for state machines'],
    [['plan'], '--goal TEXT or --reply FILE'],
    [['plan', '--reply', FINE, '--model', 'a/b'], '--reply asks nobody'],
    [['plan', '--reply', FINE, '--planner', 'oracle'], '"oracle"'],
    [['export', FINE], '--to is missing'],
    [['export', FINE, '--to', 'ledger', '--plan', 'x'], '--plan is for workspaces'],
    [['run', FINE, '--at', '2'], '--at goes with --fork'],
    [['run', FINE, '--set', 'n=1'], '--set goes with --fork'],
  ])('%j', async (args, words) => {
    const refused = await refusal(args);
    expect([refused.code, refused.message.includes(words)], refused.message).toEqual(['USAGE', true]);
  });
});

describe('H1 --plan and --at that are not there', () => {
  it.each([['run'], ['compile'], ['simulate', '--script', '{}'], ...formats()])(
    '%s %j names the plans that are',
    async (name, ...rest) => {
      expect(await refusal([name, FINE, '--plan', 'nobody', ...rest])).toMatchObject({
        code: 'PLAN_UNKNOWN',
        help: 'Plans of this workspace: main.',
      });
    },
  );

  it('a position beyond the end of a ledger', async () => {
    const path = await ledger('at.ndjson');
    for (const name of ['replay', 'records'])
      expect(await refusal([name, path, '--at', '99'])).toMatchObject({
        code: 'POSITION_UNKNOWN',
        help: expect.stringMatching(/^Choose a position from 0 to \d\.$/),
      });
    expect((await planloom(['replay', path, '--at', '0'])).exit).toBe(0);
  });
});

function formats(): readonly (readonly [string, ...string[]])[] {
  return ['workspace', 'plan', 'olo', 'xstate-ts', 'mermaid', 'svg'].map(
    (to) => ['export', '--to', to] as const,
  );
}

describe('H1 import of what is of no other system', () => {
  it.each([
    ['', 'The file is empty.'],
    ['hello', 'is not recognised'],
    [documentOf('a: CAPABILITY echo'), 'one of Planloom itself'],
    [readFileSync('test/histories/parallel-review.ndjson', 'utf8'), 'the ledger of a run'],
  ])('is told as what it is', async (text, words) => {
    const refused = await refusal(['import', files.file('given.txt', text)]);
    expect(refused.message).toContain(words);
  });
});

describe('T8 a ledger is written over nothing else', () => {
  it('not over the workspace, nor any file that is no ledger', async () => {
    const mine = files.file('mine.json', readFileSync(FINE, 'utf8'));
    for (const path of [mine, files.file('notes.md', '# Notes\n')]) {
      const before = readFileSync(path, 'utf8');
      expect(await refusal(['run', mine, '--ledger', path])).toMatchObject({ code: 'LEDGER_UNWRITABLE' });
      expect(readFileSync(path, 'utf8')).toBe(before);
    }
  });

  it('not over the one that it is forked from, or that it depends on, however that is written', async () => {
    const path = await ledger('first.ndjson');
    const linked = files.path('linked.ndjson');
    const hard = files.path('hard.ndjson');
    symlinkSync(path, linked);
    linkSync(path, hard);
    const before = readFileSync(path, 'utf8');
    for (const same of [linked, hard, files.path('folder/../first.ndjson')]) {
      expect((await refusal(['run', FINE, '--fork', path, '--at', '1', '--ledger', same])).code).toBe(
        'USAGE',
      );
      expect((await refusal(['run', FINE, '--depends-on', path, '--ledger', same])).code).toBe('USAGE');
      expect((await planloom(['run', FINE, '--resume', path, '--ledger', same])).exit).toBe(0);
    }
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('over a ledger it is, and says so; where it cannot be written nothing runs', async () => {
    const path = await ledger('again.ndjson', '--run-id', 'one');
    const ran = await planloom(['run', FINE, '--ledger', path, '--run-id', 'two']);
    expect(ran).toMatchObject({ exit: 0, json: { runId: 'two' } });
    expect(ran.stderr).toBe(`The ledger that was in "${path}" is replaced.\n`);
    for (const bad of [FOLDER, files.path('nowhere/run.ndjson'), ''])
      expect((await refusal(['run', FINE, '--ledger', bad])).code).toBe('LEDGER_UNWRITABLE');
  });

  it('M4 the id of a run that this one is begun with is taken', async () => {
    const path = await ledger('taken.ndjson', '--run-id', 'one');
    for (const with_ of [
      ['--depends-on', path],
      ['--parent', 'one'],
      ['--fork', path, '--at', '1'],
    ])
      expect(await refusal(['run', FINE, '--run-id', 'one', ...with_])).toMatchObject({
        code: 'RUN_ID_TAKEN',
      });
  });
});

describe('H1 what was given and nobody uses is said, and why a run has not ended', () => {
  it.each([
    [['--bind', 'nobody=echo'], '--bind nobody: nothing in this workspace calls "nobody".'],
    [['--input', '{"m": 1}'], '--input: "main" has no input variable "m".'],
    [['--answer', '/b={}'], '--answer /b: nothing there has asked.'],
  ])('%j', async (args, line) => {
    expect(await planloom(['run', FINE, ...args])).toMatchObject({ exit: 0, stderr: `${line}\n` });
  });

  it('a pinned output of a step that the run never comes by', async () => {
    const path = await ledger('pinned.ndjson');
    const ran = await planloom(['run', FINE, '--fork', path, '--at', '1', '--output', '/b=1']);
    expect(ran).toMatchObject({ exit: 0, stderr: '--output /b: the run has come by no such step.\n' });
  });

  it('one that fails says its error, one that waits who could go on', async () => {
    const fails = files.file('fails.json', documentOf('a: TRANSFORM {expression: "$error(\'No.\')"}'));
    const failed = await planloom(['run', fails]);
    expect(failed.exit).toBe(1);
    expect(failed.stderr).toContain(`error ${failed.json.error.code}`);
    expect(failed.stderr).toContain(failed.json.error.message);
    const waiting = await planloom(['run', ASKS]);
    expect([waiting.exit, waiting.stderr]).toEqual([
      3,
      `"Human input" (/ask) waits for an answer: give it with --answer '/ask={"decision":"yes"}'.\n`,
    ]);
    const refused = await planloom(['run', ASKS, '--answer', '/ask={"decision": "maybe"}']);
    expect(refused.exit).toBe(3);
    expect(refused.stderr).toContain(
      'Not taken (/ask#1): error DECISION_UNKNOWN (ask): The answer names none of the decisions: yes, no.',
    );
  });

  it('T1 the hash that is named is meant, also of what is harmless or ships with the app', async () => {
    for (const path of [FINE, sample('ask-a-table')])
      expect((await refusal(['run', path, '--trust', 'f'.repeat(64)])).code).toBe('UNTRUSTED');
  });
});
