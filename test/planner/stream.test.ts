import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { objectStream, planStream, readReply, type StreamedStep } from '#planner';
import { effortOf } from '../tools/effort';
import { plannerState } from './plannerState';

const step = (id: string, more: Json = {}) => ({
  id,
  type: 'tool',
  toolId: 'echo',
  input: { text: id },
  ...(more as object),
});
const line = (value: Json) => `${JSON.stringify({ type: 'step', step: value })}\n`;
const TWELVE = Array.from({ length: 12 }, (_, index) => step(`s${index + 1}`));

/** What is drawn: ids of nodes, and the codes of ghosts. */
function drawn(steps: readonly StreamedStep[]): readonly string[] {
  return steps.map(({ node, problems }) => node?.id ?? `ghost ${problems.map(({ code }) => code).join()}`);
}

function fed(text: string, size = text.length) {
  const stream = planStream(plannerState());
  const steps: StreamedStep[] = [];
  for (let at = 0; at < text.length; at += size) steps.push(...stream.push(text.slice(at, at + size)));
  return { steps, reading: stream.end('whole') };
}

describe('P2 a streamed plan', () => {
  test('each line is a step with its last bracket, before its line break and before the next line', () => {
    const stream = planStream(plannerState());
    for (const [index, one] of TWELVE.entries()) {
      const text = line(one).trimEnd();
      expect(stream.push(text.slice(0, -1))).toEqual([]);
      expect(drawn(stream.push(text.slice(-1)))).toEqual([`s${index + 1}`]);
      expect(stream.push('\n')).toEqual([]);
    }
    const { plan } = stream.end('whole');
    expect(plan?.nodes.map(({ id }) => id)).toEqual(TWELVE.map(({ id }) => id));
    expect(plan?.edges).toHaveLength(11);
  });

  test('the forms of a line: enveloped, bare, reasoning, finish with a result', () => {
    const text = [
      '{"type":"reasoning","text":"First a, {then} b."}',
      line(step('a')).trim(),
      JSON.stringify(step('b')),
      '{"type":"finish","result":{"done":true}}',
    ].join('\n');
    const { steps, reading } = fed(text);
    expect(drawn(steps)).toEqual(['a', 'b', 'step-1']);
    expect(reading.plan?.nodes.map(({ type }) => type)).toEqual(['CAPABILITY', 'CAPABILITY', 'END']);
  });

  test('steps are numbered in the order of arrival, ghosts too', () => {
    const { steps } = fed(`${line(step('a'))}not JSON\n${line(step('b'))}`);
    expect(steps.map((one) => one.step)).toEqual([0, 1, 2]);
  });

  test.each<[string, string, string]>([
    ['prose', 'Let me think.', 'LINE_NOT_A_STEP'],
    ['a line that breaks off', '{"type":"step","step":{"id":"x"', 'LINE_NOT_A_STEP'],
    ['a line that breaks off in a text', '{"type":"step","step":{"id":"x', 'LINE_NOT_A_STEP'],
    ['an object that is no step', '{"hello":"world"}', 'STEP_UNREADABLE'],
    ['an unknown tool', line(step('x', { toolId: 'nope' })), 'UNKNOWN_TOOL'],
    ['a missing parameter', line(step('x', { input: {} })), 'PARAMETER_MISSING'],
    ['an id that an earlier step has', line(step('a')), 'DUPLICATE_ID'],
    [
      'a reference to a later step',
      line(step('x', { input: { text: '{{ steps["b"].text }}' } })),
      'STEP_REFERENCE',
    ],
  ])('%s is a ghost with its reason, and the next line is read again', (_title, bad, code) => {
    const { steps, reading } = fed(`${line(step('a'))}${bad.trimEnd()}\n${line(step('b'))}`);
    expect(drawn(steps)).toEqual(['a', `ghost ${code}`, 'b']);
    expect(steps[1]?.text).not.toBe('');
    expect(reading.plan === null || code === 'LINE_NOT_A_STEP').toBe(true);
  });

  test('a step may read any earlier step', () => {
    const { steps, reading } = fed(
      line(step('a')) + line(step('b')) + line(step('c', { input: { text: '{{ steps["a"].text }}' } })),
    );
    expect(drawn(steps)).toEqual(['a', 'b', 'c']);
    expect(reading.verdict).toBe('accepted');
  });

  test('T4 a step too many is a ghost', () => {
    const stream = planStream(plannerState({ limits: { maxSteps: 1, maxDepth: 3 } }));
    expect(drawn(stream.push(line(step('a')) + line(step('b'))))).toEqual(['a', 'ghost PLAN_TOO_LONG']);
  });

  test.each<[string, string]>([
    ['one object over several lines', JSON.stringify({ steps: TWELVE }, null, 2)],
    ['one object on one line', JSON.stringify({ steps: TWELVE })],
    ['a list over several lines in a fence', `Here:\n\`\`\`json\n${JSON.stringify(TWELVE, null, 2)}\n\`\`\``],
  ])('a model that does not speak NDJSON draws step by step too: %s', (_title, text) => {
    const stream = planStream(plannerState());
    const third = text.indexOf('"s4"');
    const early = drawn(stream.push(text.slice(0, third))).filter((one) => !one.startsWith('ghost'));
    expect(early).toEqual(['s1', 's2', 's3']);
    stream.push(text.slice(third));
    expect(stream.end().plan?.nodes).toHaveLength(12);
  });

  test('what stands inside <think> is not drawn', () => {
    const { steps, reading } = fed(`<think>\n${line(step('no'))}</think>\n${line(step('a'))}`);
    expect(drawn(steps)).toEqual(['a']);
    expect(reading.plan?.nodes.map(({ id }) => id)).toEqual(['a']);
  });

  test('case E3 a stream that is cut is refused, with its steps still drawn', () => {
    const { steps, reading } = fed(line(step('a')) + line(step('b')).slice(0, 20));
    expect(drawn(steps)).toEqual(['a']);
    expect(reading.problems.map(({ code }) => code)).toEqual(['TRUNCATED_REPLY']);
    const stream = planStream(plannerState());
    stream.push(line(step('a')));
    expect(stream.end('cut').verdict).toBe('refused');
  });

  test('the chunks of a stream change nothing', () => {
    const text = `Sure!\n<think>\nhm {\n</think>\n${TWELVE.map((one, index) => (index % 3 ? line(one) : `${JSON.stringify(one)}\n`)).join('')}{"type":"finish"}\n`;
    const whole = fed(text);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), (size) => {
        const pieces = fed(text, size);
        expect(pieces.steps).toEqual(whole.steps);
        expect(pieces.reading).toEqual(readReply(text, plannerState(), 'whole'));
      }),
      { seed: 11, numRuns: 40 },
    );
  });

  test('case E4 a stream of 1 MB in small pieces takes linear time', () => {
    const stream = planStream(plannerState({ limits: { maxSteps: 10, maxDepth: 3 } }));
    const effort = effortOf(() => {
      stream.push('{"steps":[{"id":"a","toolId":"echo","input":{"text":"');
      for (let piece = 0; piece < 200_000; piece++) stream.push('abcd');
    });
    expect(effort).toBeLessThan(5_000);
  });
});

describe('D4 a plan that comes as one object is drawn step by step', () => {
  /** What is drawn of a reply that arrives in pieces of this size. */
  function drawnOf(reply: string, size = 7): readonly string[] {
    const stream = objectStream(plannerState());
    const steps: StreamedStep[] = [];
    for (let at = 0; at < reply.length; at += size) steps.push(...stream.push(reply.slice(at, at + size)));
    return drawn(steps);
  }

  const map = Object.fromEntries(['a', 'b'].map((id) => [id, { toolId: 'echo', input: { text: id } }]));
  const list = [step('a'), step('b')];

  test('each step with its last bracket, while the next byte is held back', () => {
    const stream = objectStream(plannerState());
    expect(stream.push('{"planId":"p","steps":[')).toEqual([]);
    for (const one of TWELVE) {
      const written = JSON.stringify(one);
      expect(stream.push(written.slice(0, -1))).toEqual([]);
      expect(drawn(stream.push('}'))).toEqual([one.id]);
      expect(stream.push(',')).toEqual([]);
    }
    expect(stream.push(']}')).toEqual([]);
  });

  test.each<[string, string]>([
    ['on one line', JSON.stringify({ steps: list })],
    [
      'over several lines, with prose around',
      `I would do this:\n${JSON.stringify({ steps: list }, null, 2)}\nDone.`,
    ],
    ['in a fence', `\`\`\`json\n${JSON.stringify({ nodes: list, edges: [] })}\n\`\`\``],
    ['a list', JSON.stringify(list)],
    ['a map of steps', JSON.stringify({ steps: map })],
    [
      'a plan in another object',
      JSON.stringify({ thought: '{ hm', plan: { nodes: map, edges: { a: ['b'] } } }),
    ],
    [
      'lines, though nobody asked for them',
      `Sure.\n${line(step('a'))}${JSON.stringify(step('b'))}\n{"type":"finish"}`,
    ],
  ])('%s', (_title, reply) => {
    expect(drawnOf(reply)).toEqual(['a', 'b']);
    expect(drawnOf(reply, 1)).toEqual(['a', 'b']);
  });

  test.each<[string, Json]>([
    ['it follows', { steps: [step('b', { dependsOn: ['a'] }), step('a', { dependsOn: [] })] }],
    [
      'it reads',
      { nodes: [step('b', { input: { text: '{{ steps["a"].text }}' } }), step('a')], edges: { a: ['b'] } },
    ],
    [
      'it numbers',
      {
        steps: [
          { ...step('b'), id: 1, dependsOn: [0] },
          { ...step('a'), id: 0 },
        ],
      },
    ],
  ])('a step that comes before the one that %s is no ghost', (_title, plan) => {
    const reply = JSON.stringify(plan);
    expect(drawnOf(reply).filter((one) => one.startsWith('ghost'))).toEqual([]);
    expect(readReply(reply, plannerState()).verdict).toBe('accepted');
  });

  test('a step that cannot be carried out is a ghost with its reason', () => {
    const reply = JSON.stringify({ steps: [step('a'), step('x', { toolId: 'nope' }), step('b')] });
    expect(drawnOf(reply)).toEqual(['a', 'ghost UNKNOWN_TOOL', 'b']);
  });

  test('prose draws nothing', () => {
    expect(drawnOf('First [1] I look, {then} I say:\n- a\n{"hello":"world"}\n')).toEqual([]);
  });
});
