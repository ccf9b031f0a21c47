import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, parseJson } from '#base';
import { readJson, type Workspace, write } from '#plan';
import { workspaceInSvg } from '#share';
import { planloom, type Ran, scratch } from '../cli/notation';
import { planJson } from '../notation/plan';
import { fuzzTimeout, samples } from './samples';

/** What a terminal obeys, what turns the direction of reading, and what is not seen. Line feeds are looked at apart. */
const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

const files = scratch();
let count = 0;
const file = (text: string, ending = 'json'): string => files.file(`${count++}.${ending}`, text);

/** A workspace that holds the text wherever an author may write one. */
function holding(text: string): Workspace {
  const main = planJson(
    'in question: string = x\nout answer: string\na: CAPABILITY echo\nn: NOTE\na -> e\ne: END',
  );
  const nodes = (main.nodes as readonly JsonObject[]).map((node) => {
    if (node.id === 'a') return { ...node, name: text, input: { text }, output: { answer: 'result.text' } };
    return node.id === 'n' ? { ...node, name: text, params: { markdown: text } } : node;
  });
  const json: Json = {
    format: 'planloom/workspace',
    version: 1,
    id: 'w',
    name: text,
    plans: [
      { ...main, name: text, result: { answer: '{{ answer }}', also: text }, nodes },
      {
        id: 'm',
        kind: 'state-machine',
        name: text,
        initial: 's',
        states: [
          { id: 's', name: text, on: [{ event: 'go', target: 'd', when: `${JSON.stringify(text)} != ''` }] },
          { id: 'd', type: 'final' },
        ],
      },
    ],
    documents: [{ id: 'd', name: text, kind: 'text', text }],
  };
  const read = readJson(json);
  if (read.kind !== 'document') throw new Error(JSON.stringify(read.diagnostics));
  return read.workspace;
}

/** Why the text of a workspace that was printed is not the one that was read; null where it is. */
function notEqual(printed: string, workspace: Workspace): string | null {
  const parsed = parseJson(printed, 64);
  const read = parsed.ok ? readJson(parsed.value) : null;
  if (read?.kind !== 'document') return 'it cannot be read';
  return write(read.workspace) === write(workspace) ? null : 'it reads back as something else';
}

const holds = (value: Json | undefined, text: string): boolean =>
  value === text ||
  (Array.isArray(value) && value.some((item) => holds(item, text))) ||
  (isJsonObject(value) && Object.entries(value).some(([key, member]) => key === text || holds(member, text)));

/** A way on which the text reaches a stream; `reads` says why what was printed does not read back equal. */
interface Way {
  readonly title: string;
  run(text: string): Promise<Ran>;
  reads?(ran: Ran, text: string): string | null;
}

const given = (text: string): string => file(write(holding(text)));
const isHeld = ({ json }: Ran, text: string): string | null =>
  holds(json, text) ? null : 'the text is not there';
const PIPELINE = (text: string): Json => ({
  planId: 'p',
  steps: [{ id: 'a', type: 'tool', toolId: 'echo', description: text, input: { text } }],
});

const WAYS: readonly Way[] = [
  { title: 'validate', run: (text) => planloom(['validate', given(text)]) },
  {
    title: 'a file that is refused at a key',
    run: (text) =>
      planloom(['validate', file(JSON.stringify({ ...JSON.parse(write(holding('x'))), [`${text}!`]: 1 }))]),
  },
  { title: 'a file that is no JSON', run: (text) => planloom(['validate', file(`{"a": ${text}`)]) },
  ...['xstate', 'xstate-ts', 'mermaid', 'spec'].flatMap((to): readonly Way[] =>
    ['main', 'm'].map((plan) => ({
      title: `compile ${plan} --to ${to}`,
      run: (text) => planloom(['compile', given(text), '--plan', plan, '--to', to]),
    })),
  ),
  { title: 'run', run: (text) => planloom(['run', given(text)]), reads: isHeld },
  {
    title: 'run, a name that nothing has',
    run: (text) => planloom(['run', given(text), '--input', JSON.stringify({ [`${text}?`]: 1 })]),
  },
  {
    title: 'simulate, an error of the script',
    run: (text) =>
      planloom([
        'simulate',
        given(text),
        '--plan',
        'main',
        '--script',
        JSON.stringify({ nodes: { a: [{ afterMs: 0, error: { code: 'X', message: text } }] } }),
      ]),
  },
  {
    title: 'simulate, a key that nobody asks',
    run: (text) =>
      planloom([
        'simulate',
        given(text),
        '--plan',
        'main',
        '--script',
        JSON.stringify({ nodes: { [`x${text}`]: [{ afterMs: 0, output: null }] } }),
      ]),
  },
  {
    title: 'simulate --events',
    run: (text) =>
      planloom([
        'simulate',
        given(text),
        '--plan',
        'm',
        '--events',
        JSON.stringify([{ type: 'go', data: text }]),
      ]),
  },
  {
    title: 'the ledger of a run: replay, records, and export, which replays',
    run: async (text) => {
      const ledger = file('', 'ndjson');
      await planloom(['run', given(text), '--ledger', ledger]);
      const [printed, replayed, rows] = await Promise.all([
        planloom(['export', ledger, '--to', 'ledger']),
        planloom(['replay', ledger]),
        planloom(['records', ledger]),
      ]);
      const again = await planloom(['replay', file(printed.stdout, 'ndjson')]);
      const all = [printed, replayed, rows, again];
      return {
        exit: Math.max(...all.map(({ exit }) => exit ?? 0)),
        stdout: all.map(({ stdout }) => stdout).join(''),
        stderr: all.map(({ stderr }) => stderr).join(''),
        json: { again: again.json, replayed: replayed.json },
      };
    },
    reads: ({ json: { again, replayed } }) =>
      again.ok === true && again.hash === replayed.hash
        ? null
        : 'the ledger that was printed does not replay',
  },
  {
    title: 'plan --reply',
    run: (text) =>
      planloom([
        'plan',
        '--reply',
        file(JSON.stringify({ steps: [{ tool: `${text}x`, input: { text } }] }), 'txt'),
      ]),
  },
  {
    title: 'import',
    run: (text) => planloom(['import', file(JSON.stringify(PIPELINE(text))), '--from', 'planner-plan']),
    reads: isHeld,
  },
  {
    title: 'import, names that are minted anew',
    run: (text) =>
      planloom([
        'import',
        file(JSON.stringify({ initial: text, states: { [text]: { on: { [text]: text } } } })),
        '--from',
        'xstate',
      ]),
  },
  {
    title: 'export --to workspace',
    run: (text) => planloom(['export', given(text), '--to', 'workspace']),
    reads: ({ stdout }, text) => notEqual(stdout, holding(text)),
  },
  {
    title: 'export --to plan',
    run: (text) => planloom(['export', given(text), '--to', 'plan']),
    reads: isHeld,
  },
  {
    title: 'export --to svg',
    run: (text) => planloom(['export', given(text), '--to', 'svg']),
    reads: ({ stdout }, text) => notEqual(workspaceInSvg(stdout) ?? '', holding(text)),
  },
  ...['xstate', 'xstate-ts', 'state-machine'].map(
    (to): Way => ({
      title: `export m --to ${to}`,
      run: (text) => planloom(['export', given(text), '--plan', 'm', '--to', to]),
    }),
  ),
  ...['olo', 'engine', 'planner-plan', 'steps'].map(
    (to): Way => ({
      title: `export main --to ${to}`,
      run: (text) => planloom(['export', given(text), '--plan', 'main', '--to', to]),
    }),
  ),
  { title: 'capabilities', run: (text) => planloom(['capabilities', given(text)]) },
  { title: 'a command that is none', run: (text) => planloom([`${text}x`]) },
  {
    title: 'a file that is not there',
    run: (text) => planloom(['validate', files.path(`no-${text.replaceAll(/[/\0]/g, '')}`)]),
  },
];

const character = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 0x9f }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0x1b, 0x9b, 0x202e, 0x2066, 0x2028, 0x200b, 0xfeff, 0xe0041, 0x0d, 0x0a),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0xa0, max: 0xd7ff }) },
);
const text = fc
  .array(character, { minLength: 1, maxLength: 12 })
  .map((codes) => `t${codes.map((code) => String.fromCodePoint(code)).join('')}`);

describe('H1 what a command prints of a document does nothing in a terminal', () => {
  const perWay = samples(2_000);
  test.each(WAYS)(
    'fault B1 case B2 $title',
    async ({ run, reads }) => {
      await fc.assert(
        fc.asyncProperty(text, async (words) => {
          const ran = await run(words);
          expect(ran.stdout).not.toMatch(ACTING);
          expect(ran.stderr).not.toMatch(ACTING);
          expect(reads?.(ran, words) ?? null).toBeNull();
        }),
        { ...perWay, numRuns: Math.ceil(perWay.numRuns / WAYS.length) },
      );
    },
    fuzzTimeout(),
  );
});
