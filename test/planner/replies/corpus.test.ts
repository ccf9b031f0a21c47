import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  machineStream,
  objectStream,
  type PlanStream,
  planStream,
  type ReplyReading,
  readReply,
} from '#planner';
import { fuzzTimeout, samples } from '../../fuzz/samples';
import { countedWork } from '../../tools/countedWork';
import { plannerState, TOOLS } from '../plannerState';
import { CORPUS } from './corpus';

const LOOKUP = {
  id: 'lookup',
  description: 'Looks something up.',
  input: {},
  output: {
    type: 'object',
    properties: { text: { type: 'string' }, rows: { type: 'array' } },
    additionalProperties: false,
  },
  effect: 'read',
} as const;
const STATE = plannerState({ catalogue: new Map([...TOOLS, ['lookup', LOOKUP]]) });

const STREAMS = [planStream, objectStream, machineStream];

/** What a reading says: the plan as lines, or the codes of the problems. */
function saidBy({ plan, problems }: ReplyReading): readonly string[] {
  if (plan === null) return problems.map(({ code }) => code);
  const nodes = plan.nodes.map((node) => {
    const tool = node.type === 'CAPABILITY' ? node.params.capability : node.type;
    return `${node.id} ${tool} ${JSON.stringify(node.input)}`;
  });
  return [...nodes, ...plan.edges.map(({ from, to }) => `${from} -> ${to}`)];
}

/** What a stream draws of a reply that comes in pieces, and how it reads it in the end. */
function streamed(stream: PlanStream, reply: string, size: number) {
  const drawn = [];
  for (let at = 0; at < reply.length; at += size) drawn.push(...stream.push(reply.slice(at, at + size)));
  return { drawn, reading: stream.end('whole') };
}

const SHORT = CORPUS.filter(({ reply }) => reply.length < 5_000);

describe('P4 replies of every shape, as models of each family write them', () => {
  test('there are enough of them', () => {
    const families = new Set(CORPUS.map(({ family }) => family));
    expect(CORPUS.length).toBeGreaterThanOrEqual(250);
    expect(families.size).toBeGreaterThanOrEqual(9);
    const titles = CORPUS.map(({ family, title }) => `${family} ${title}`);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  test.each(CORPUS.map((one) => [`${one.family}, ${one.title}`, one] as const))(
    '%s',
    (_title, { reply, says, isAccepted }) => {
      const reading = readReply(reply, STATE, 'whole');
      expect(saidBy(reading)).toEqual(says);
      expect(reading.verdict).toBe(isAccepted ? 'accepted' : 'refused');
      if (isAccepted) return;
      for (const { where, message, help } of reading.problems) {
        expect(Object.keys(where), message).not.toEqual([]);
        expect(message).not.toBe('');
        expect(help).not.toBe('');
      }
    },
  );

  test.each(SHORT.map((one) => [`${one.family}, ${one.title}`, one.reply] as const))(
    'D4 in any chunks the same is drawn, and read as the whole: %s',
    (_title, reply) => {
      const whole = readReply(reply, STATE, 'whole');
      for (const streamOf of STREAMS) {
        const once = streamed(streamOf(STATE), reply, reply.length + 1);
        expect(once.reading).toEqual(whole);
        for (const size of [1, 7]) expect(streamed(streamOf(STATE), reply, size)).toEqual(once);
      }
    },
  );

  test(
    'cut at any character and in any chunks: no throw, each refusal has a place, nothing shorter is taken for the whole',
    () => {
      fc.assert(
        fc.property(
          fc.nat(SHORT.length - 1),
          fc.nat(1_000_000),
          fc.integer({ min: 1, max: 200 }),
          (index, place, size) => {
            const one = SHORT[index];
            if (one === undefined) return;
            const cut = one.reply.slice(0, place % (one.reply.length + 1));
            const reading = readReply(cut, STATE);
            const stream = planStream(STATE);
            for (let at = 0; at < cut.length; at += size) stream.push(cut.slice(at, at + size));
            expect(stream.end()).toEqual(reading);
            if (reading.plan === null) {
              expect(reading.problems).not.toEqual([]);
              for (const { where } of reading.problems) expect(Object.keys(where)).not.toEqual([]);
            } else if (one.isAccepted && !reading.oneStep) expect(saidBy(reading), cut).toEqual(one.says);
          },
        ),
        samples(20_000),
      );
    },
    fuzzTimeout(),
  );
});

/** What grows in a reply: what stands before it, what is there again and again, what stands behind. */
const GROWING: readonly (readonly [title: string, before: string, unit: string, after: string])[] = [
  ['steps', '{"steps":[', '{"toolId":"echo","input":{"text":"x"}},', '{"type":"finish"}]}'],
  ['steps of one id', '{"steps":[', '{"id":1,"toolId":"echo","input":{"text":"x"}},', '{"type":"finish"}]}'],
  [
    'steps that follow nothing that is there',
    '{"steps":[',
    '{"toolId":"echo","input":{"text":"x"},"dependsOn":["q"]},',
    '{"type":"finish"}]}',
  ],
  ['steps that are none', '{"steps":[', '"$1",', '1]}'],
  ['lines', '', '{"toolId":"echo","input":{"text":"x"}}\n', ''],
  [
    'calls of one message',
    '{"tool_calls":[',
    '{"name":"echo","arguments":{"text":"x"}},',
    '{"name":"echo","arguments":{}}]}',
  ],
  ['calls in tags', '', '<tool_call>{"name":"echo","arguments":{"text":"x"}}</tool_call>\n', ''],
  ['calls named before', '', '<function=echo>{"text":"x"}</function>', ''],
  ['goals', '[', '{"goal":"x","primary_tools":["echo"]},', '{"goal":"x","primary_tools":["echo"]}]'],
  ['groups', '{"groups":[', '{"definitions":[{"name":"echo"}]},', '{"definitions":[]}]}'],
  [
    'edges',
    '{"nodes":[{"id":"a","toolId":"echo","input":{"text":"x"}}],"edges":[',
    '["a","b"],',
    '["a","a"]]}',
  ],
  ['one key again and again', '{"nodes":{', '"a":{"toolId":"echo"},', '"b":{}},"edges":{}}'],
  ['states', '{"initial_state":"a","states":{', '"a":{"default_next":"b"},', '"b":{}}}'],
  ['references', '{"steps":[{"id":"a","toolId":"echo","input":{"text":"', '{{ steps[\\"b\\"].x }}', '"}}]}'],
  ['brackets', '', '[', ''],
  ['braces with keys', '', '{"a":', ''],
  ['quotes', '', '"', ''],
  ['single quotes', '', "{'a': 'b", ''],
  ['citations', '', 'see [1] and {x} ', ''],
  ['thoughts', '', '<think>', ''],
  ['ends of thoughts', '', '</think>', ''],
  ['marks', '', '<|a|>', ''],
  ['semicolons', '', ';', ''],
  ['fences', '', '```json\n{"a":1}\n', ''],
  ['comments', '[ ', '/* ', ''],
  ['comments of a line', '[\n', '// a\n', ''],
  ['bare words', '', '{a: b c d, ', ''],
  ['what has to be mended', '[', "{'a': True,},", "{'b': None}]"],
];

describe('case E4 work grows with the reply, and not with its square', () => {
  const state = plannerState({ limits: { maxSteps: 10_000, maxDepth: 3 } });

  test.each(GROWING)('%s', (_title, before, unit, after) => {
    const ofSize = (size: number) => `${before}${unit.repeat(Math.ceil(size / unit.length))}${after}`;
    const reading = (size: number) => countedWork(() => readReply(ofSize(size), state, 'whole'));
    const streaming = (size: number) =>
      countedWork(() => {
        for (const streamOf of STREAMS) {
          const stream = streamOf(state);
          const reply = ofSize(size);
          for (let at = 0; at < reply.length; at += 9) stream.push(reply.slice(at, at + 9));
        }
      });
    reading(500);
    streaming(500);
    expect(reading(8_000)).toBeLessThan(2.4 * reading(4_000));
    expect(streaming(8_000)).toBeLessThan(2.4 * streaming(4_000));
  });
});
