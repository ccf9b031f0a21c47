import { describe, expect, it } from 'vitest';
import { planloom } from './notation';

/** The commands of H1 that are there, with what their help must name. */
const COMMANDS: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['validate', ['FILE', '{ok, diagnostics, hash}']],
  ['compile', ['FILE', '--plan ID', '--to FORMAT', 'xstate', 'mermaid', 'spec']],
  [
    'run',
    [
      ...['FILE', '--plan ID', '--input JSON|@FILE', '--model ID', '--ledger OUT.ndjson', '--resume LEDGER'],
      ...['--session ID', '--parent RUN', '--goal JSON|@FILE', '--depends-on LEDGER …'],
      ...['--run-id ID', '--answer ADDRESS=JSON …', '--bind NAME=CAPABILITY …', '--stub-unresolved'],
      ...[
        '--max-steps N',
        '--trust HASH',
        '--yes',
        '{runId, status, outputs, error?, waiting, planHash, stats}',
      ],
    ],
  ],
  [
    'simulate',
    ['FILE', '--plan ID', '--script JSON|@FILE', '"afterMs"', '"events"', '"startAt"', 'timeline'],
  ],
  ['records', ['LEDGER', '--at N', '{run, nodes, config}']],
  ['replay', ['LEDGER', '--at N', 'effects: 0']],
  ['plan', ['--goal TEXT', '--reply FILE', '--catalogue FILE', '--planner FLAVOUR', '--model']],
  ['import', ['FILE', '--from FORMAT', 'olo', 'engine', 'planner-plan', 'xstate']],
  ['export', ['FILE', '--plan ID', '--to FORMAT', 'engine', 'planner-plan', 'workspace']],
  ['capabilities', ['[FILE]', 'catalogue']],
  ['models', ['[FILE]', 'PLANLOOM_CONNECTION_<NAME>_URL']],
  ['serve', ['--port']],
];

describe('H1 every command says what it does', () => {
  it.each(COMMANDS)('planloom %s --help', async (name, words) => {
    for (const args of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const ran = await planloom(args);
      expect(ran).toMatchObject({ exit: 0, stdout: '' });
      expect(ran.stderr).toContain(`planloom ${name}`);
      for (const word of words) expect(ran.stderr).toContain(word);
    }
  });

  it.each(COMMANDS.map(([name]) => name))(
    'planloom %s --help: a sentence for every option, and examples that can be read',
    async (name) => {
      const { stderr } = await planloom([name, '--help']);
      const [options = '', examples = ''] = stderr.split(/\nExamples?:\n/);
      const lines = examples.split('\n').filter((line) => line.trim() !== '');
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(new RegExp(`^  planloom ${name}\\b`));
      const abouts = options.split(/\n {2}(?=--)/).slice(1);
      for (const about of abouts) expect(about).toMatch(/^--[a-z-]+.*? {2,}[A-Z`][\s\S]*\.$/m);
      const known = new Set(abouts.map((about) => /^--[a-z-]+/.exec(about)?.[0]));
      for (const [option] of examples.matchAll(/(?<= )--[a-z-]+/g)) expect([...known]).toContain(option);
    },
  );

  it('planloom --help lists them all, with the exit codes', async () => {
    const { stderr, stdout, exit } = await planloom(['--help']);
    expect([exit, stdout]).toEqual([0, '']);
    for (const [name] of COMMANDS) expect(stderr).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(stderr).toMatch(/0 done, 1 .*, 2 .*, 3 /);
  });

  it('an option that is not known, and one without its value, name the option and show the help', async () => {
    for (const [name] of COMMANDS) {
      const ran = await planloom([name, '--colour', 'red']);
      expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code: 'USAGE' }] } });
      expect(ran.stderr).toContain('no option --colour');
      expect(ran.stderr).toContain(`planloom ${name}`);
    }
  });
});
