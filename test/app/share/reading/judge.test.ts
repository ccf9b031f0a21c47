import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '#base';
import { pngWithWorkspace } from '#share';
import {
  BEES,
  CLAIMS,
  GREENHOUSE,
  KETTLE,
  KETTLE_MODULE,
  LABELS,
  RENTAL,
} from '../../../../e2e/material/foreign';
import { workspaceJson } from '../../../../e2e/material/workspaces';
import { isDataAlone, isOpenable, type Judged, judge } from '../../../../src/app/share/reading/judge';

const WORKSPACE = workspaceJson('start: START\nend: END\nstart -> end');
/** A good file of every format that is told by its content, as text. */
const GOOD: readonly (readonly [string, string])[] = [
  ['olo', JSON.stringify(CLAIMS)],
  ['engine', JSON.stringify(GREENHOUSE)],
  ['planner-plan', JSON.stringify(LABELS)],
  ['steps', JSON.stringify(BEES)],
  ['state-machine', JSON.stringify(RENTAL)],
  ['xstate', JSON.stringify(KETTLE)],
  ['xstate module', KETTLE_MODULE],
  ['workspace', JSON.stringify(WORKSPACE)],
];

describe.each(GOOD)('S3 W3 a file of %s', (name, good) => {
  const isModule = name === 'xstate module';

  it('opens, also behind a byte order mark, and equally when it is pasted', async () => {
    const [plain, marked, pasted] = [
      await given(good),
      await given(`\ufeff${good}`),
      await judge({ kind: 'text', text: good }, null),
    ];
    expect(isOpenable(plain.received)).toBe(true);
    expect(marked.received).toEqual(plain.received);
    expect(pasted.received).toEqual(plain.received);
  });

  it('cut off anywhere is refused, and says where it ends', async () => {
    for (const share of [0.2, 0.5, 0.9]) {
      const { received } = expectRefused(await given(good.slice(0, Math.floor(good.length * share))));
      if (!isModule) expect(received.diagnostics[0]?.where.offset).toBeGreaterThan(0);
    }
  });

  it.runIf(!isModule)('case C1 with a member __proto__ anywhere is refused with its place', async () => {
    const text = good.replace(/^(\[?\{)/, '$1"__proto__": {"polluted": 1}, ');
    const { received } = expectRefused(await given(text));
    expect(received.diagnostics).toContainEqual(expect.objectContaining({ code: 'FORBIDDEN_KEY' }));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.runIf(!isModule)('with another value in any one place: opened or refused, never thrown at', async () => {
    for (const by of [7, null, 'constructor', [], {}, { __proto__: null, toString: [1] }])
      for (const changed of withOther(JSON.parse(good), by)) {
        const judged = await given(JSON.stringify(changed));
        if (isOpenable(judged.received)) expect(judged.text).not.toBeNull();
        else expectRefused(judged);
      }
  });
});

describe('case A13 what is no file of any format', () => {
  it.each([
    ['nothing', '', 'JSON_INVALID'],
    ['blanks', ' \n\t', 'JSON_INVALID'],
    ['bytes', bytes(0, 1, 2, 255, 254, 3), 'FILE_NOT_TEXT'],
    ['UTF-16', bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0), 'FILE_NOT_TEXT'],
    ['Latin-1', bytes(0x7b, 0x22, 0xe4, 0x22, 0x3a, 0x31, 0x7d), 'FILE_NOT_TEXT'],
    ['an archive', bytes(0x50, 0x4b, 3, 4, 20, 0, 0, 0), 'FILE_NOT_TEXT'],
    ['case C5 brackets without end', '['.repeat(100_000), 'JSON_TOO_DEEP'],
    ['case C5 pipelines in pipelines', '{"pipelines":'.repeat(5_000), 'JSON_TOO_DEEP'],
    ['a page of the web', '<!doctype html><script>setup(1)</script>', 'JSON_INVALID'],
    ['YAML', 'pipelines:\n  a: 1\n', 'FORMAT_FOREIGN'],
    ['other JSON', '{"name": "x", "scripts": {}}', 'NOT_A_WORKSPACE'],
    ['a broken ledger with a word of modules in it', '{"seq":0,"at":0,\n"setup()', 'LEDGER_LINE_INVALID'],
    ['a module without a machine', 'setup({ guards: {} });', 'XSTATE_NO_MACHINE'],
    ['a picture without a workspace', '<svg xmlns="x"><script>1</script></svg>', 'PICTURE_EMPTY'],
    ['a picture that was cut off', '<svg><metadata id="planloom-workspace">{&quot;', 'PICTURE_DAMAGED'],
    [
      'a picture with something else inside',
      '<svg><metadata id="planloom-workspace">{"a":</metadata></svg>',
      'JSON_INVALID',
    ],
    ['a painted picture that was changed', changedPicture(), 'PICTURE_DAMAGED'],
    ['a painted picture that was cut off', bytes(...changedPicture().slice(0, 60)), 'PICTURE_DAMAGED'],
  ])('%s', async (_, content, code) => {
    const { received } = expectRefused(await given(content));
    expect(received.diagnostics[0]?.code).toBe(code);
  });

  it.each([
    ['a list of records', '[{"a": 1}]', true],
    ['lists of records in an object', '{"orders": [{"a": 1}], "at": "2026-01-02"}', true],
    ['a list of records further inside', '{"data": {"items": [{"a": 1}]}}', true],
    ['no records', '{"name": "x", "sizes": [1, 2]}', false],
    ['what says that it is of another kind', '{"format": "shop", "orders": [{"a": 1}]}', false],
    ['a workspace without its format', '{"plans": [{"id": "a", "nodes": []}]}', false],
    ['a workspace', JSON.stringify(WORKSPACE), false],
    ['a file of another system', JSON.stringify(RENTAL), false],
  ])('E8 tells whether it is data instead: %s', async (_, text, hasRecords) => {
    expect((await given(text)).hasRecords).toBe(hasRecords);
    expect(await isDataAlone(text)).toBe(hasRecords);
  });

  it('says in which line a module or a JSON text stops being one', async () => {
    const { received } = expectRefused(await given('{\n  "pipelines": {\n    "a": ,\n'));
    expect(received.diagnostics[0]?.where).toEqual({ line: 3, column: 10, offset: 28 });
    const module = expectRefused(await given('const a = createMachine({\n  id: ?\n});'));
    expect(module.received.diagnostics[0]).toMatchObject({
      code: 'XSTATE_SYNTAX',
      where: { line: 2, column: 7 },
    });
  });
});

describe('T8 all that is wrong is told', () => {
  it('what keeps it from being opened first; in a long list its rest is counted', async () => {
    const children = Array.from({ length: 1_500 }, (_, index) =>
      index % 2 === 0 ? { id: `n${index}`, type: 'TELEPORT' } : { id: `n${index}`, type: 5 },
    );
    const executionTree = { id: 'root', type: 'SEQUENCE', children };
    const { received } = expectRefused(
      await given(JSON.stringify({ pipelines: { a: { name: 'a', executionTree } } })),
    );
    const severities = received.diagnostics.slice(0, -1).map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted());
    expect(received.diagnostics.at(-1)?.code).toBe('MORE_PROBLEMS');
    expect(received.diagnostics.length).toBeLessThanOrEqual(1_001);
  });

  it('case D1 what opens and does not run says so before it is opened', async () => {
    const nodes = { a: { type: 'tool', toolId: 'echo' }, b: { type: 'tool', toolId: 'echo' } };
    const judged = await given(JSON.stringify({ nodes, edges: { a: ['b'], b: ['a'] } }));
    expect(isOpenable(judged.received)).toBe(true);
    expect(judged.blocks.map(({ code }) => code)).toContain('CYCLE');
  });

  it('two nodes of one id are told, and keep what they are called there', async () => {
    const executionTree = {
      id: 'root',
      type: 'SEQUENCE',
      children: [1, 2].map(() => ({ id: 'twin', type: 'PLUGIN', pluginRef: 'x' })),
    };
    const { received } = await given(JSON.stringify({ pipelines: { a: { name: 'a', executionTree } } }));
    expect('diagnostics' in received && received.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'DUPLICATE_ID', severity: 'warning' }),
    );
  });
});

function given(content: string | Uint8Array<ArrayBuffer>): Promise<Judged> {
  return judge({ kind: 'file', file: new File([content], 'given') }, null);
}

function expectRefused(judged: Judged) {
  const { received } = judged;
  if (received.kind !== 'refused') throw new Error(`It was opened as ${received.kind}.`);
  expect(received.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  for (const { code, message, help } of received.diagnostics) {
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(message).toMatch(/[.?]$/);
    expect(help.length).toBeGreaterThan(5);
  }
  return { received };
}

function bytes(...numbers: number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(numbers);
}

/** A picture of one dot, in whose workspace one byte was changed. */
function changedPicture(): Uint8Array<ArrayBuffer> {
  const start = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const whole = pngWithWorkspace(start, JSON.stringify(WORKSPACE));
  whole[whole.length - 20] = 0x7e;
  return whole;
}

/** The value with another one at each of its places, one place at a time. */
function* withOther(value: Json, by: Json): Iterable<Json> {
  yield by;
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    for (const [index, item] of list.entries())
      for (const other of withOther(item, by)) yield list.with(index, other);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value))
      for (const other of withOther(item, by)) yield { ...value, [key]: other };
  }
}
