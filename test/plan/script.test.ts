import { describe, expect, test } from 'vitest';
import { type Json, parseJson } from '#base';
import { readScript } from '#plan';

const LOOK = { afterMs: 10, output: 1 };
const DOWN = { afterMs: 5, error: { code: 'DOWN', message: 'No.' } };

describe('H4 script: "The script scripts the outside"', () => {
  test('every part of it is read', () => {
    const script = readScript({
      inputs: { question: 'How many?' },
      nodes: { look: [LOOK, DOWN], '/both/look': [LOOK], 'look!pre-1': [LOOK], '/both!merge': [LOOK] },
      default: DOWN,
      events: [
        { atMs: 1, signal: 'order.paid', data: { id: 7 } },
        { atMs: 2, answer: { address: '/ask', value: { decision: 'yes' } } },
        { atMs: 3, command: 'pause' },
      ],
      startAt: '2026-01-31T12:00:00+01:00',
    });
    expect(script).toMatchObject({
      ok: true,
      value: {
        inputs: { question: 'How many?' },
        default: { kind: 'error', afterMs: 5, error: { code: 'DOWN', message: 'No.' } },
        events: [
          { kind: 'signal', atMs: 1, signal: 'order.paid', data: { id: 7 } },
          { kind: 'answer', atMs: 2, address: '/ask', value: { decision: 'yes' } },
          { kind: 'command', atMs: 3, command: 'pause' },
        ],
        startAt: '2026-01-31T12:00:00+01:00',
      },
    });
  });

  test('all of it may be left out: "then {"afterMs": 0, "output": null}", "default 1970-01-01T00:00:00Z"', () => {
    expect(readScript({})).toEqual({
      ok: true,
      value: {
        inputs: {},
        nodes: new Map(),
        default: { kind: 'output', afterMs: 0, output: null },
        events: [],
        startAt: '1970-01-01T00:00:00Z',
      },
    });
  });

  test('"break and waitFor (L7) stand beside output"', () => {
    const script = readScript({
      nodes: {
        look: [
          { ...LOOK, break: 'plan' },
          { ...LOOK, waitFor: { event: 'go', timeoutMs: 50 } },
        ],
      },
    });
    expect(script.ok && script.value.nodes.get('look')).toEqual([
      { kind: 'output', afterMs: 10, output: 1, break: 'plan' },
      { kind: 'output', afterMs: 10, output: 1, waitFor: { event: 'go', timeoutMs: 50 } },
    ]);
  });
});

describe('H4 "ok is true whenever document and script are valid": each problem has a code, where and help', () => {
  const refused: readonly (readonly [what: string, script: Json, code: string, field: string])[] = [
    ['no object', [], 'INVALID_VALUE', ''],
    ['an unknown key', { node: {} }, 'UNKNOWN_KEY', '/node'],
    ['an outcome outside of a list', { nodes: { look: LOOK } }, 'INVALID_VALUE', '/nodes/look'],
    ['an empty list', { nodes: { look: [] } }, 'INVALID_VALUE', '/nodes/look'],
    ['a KEY with an attempt', { nodes: { '/look#1': [LOOK] } }, 'SCRIPT_KEY', '/nodes/~1look#1'],
    ['a KEY that is no id', { nodes: { 'a b': [LOOK] } }, 'SCRIPT_KEY', '/nodes/a b'],
    ['a KEY with two calls', { nodes: { 'a!b!c': [LOOK] } }, 'SCRIPT_KEY', '/nodes/a!b!c'],
    ['neither output nor error', { nodes: { look: [{ afterMs: 1 }] } }, 'SCRIPT_OUTCOME', '/nodes/look/0'],
    ['output and error', { default: { ...LOOK, ...DOWN } }, 'SCRIPT_OUTCOME', '/default'],
    ['break beside an error', { default: { ...DOWN, break: 'run' } }, 'SCRIPT_OUTCOME', '/default'],
    ['a negative time', { default: { afterMs: -1, output: 1 } }, 'INVALID_VALUE', '/default/afterMs'],
    ['half a millisecond', { default: { afterMs: 0.5, output: 1 } }, 'INVALID_VALUE', '/default/afterMs'],
    ['an error without code', { default: { error: { message: '' } } }, 'MISSING_KEY', '/default/error/code'],
    ['an event without time', { events: [{ command: 'pause' }] }, 'MISSING_KEY', '/events/0/atMs'],
    ['an event that is nothing', { events: [{ atMs: 1 }] }, 'SCRIPT_EVENT', '/events/0'],
    [
      'an event that is two things',
      { events: [{ atMs: 1, signal: 'go', command: 'pause' }] },
      'SCRIPT_EVENT',
      '/events/0',
    ],
    [
      'data without a signal',
      { events: [{ atMs: 1, command: 'pause', data: 1 }] },
      'SCRIPT_EVENT',
      '/events/0',
    ],
    ['an unknown command', { events: [{ atMs: 1, command: 'stop' }] }, 'INVALID_VALUE', '/events/0/command'],
    [
      'a signal of ours (T6)',
      { events: [{ atMs: 1, signal: 'xstate.x' }] },
      'INVALID_NAME',
      '/events/0/signal',
    ],
    [
      'an answer to no address',
      { events: [{ atMs: 1, answer: { address: 'ask', value: 1 } }] },
      'SCRIPT_EVENT',
      '/events/0/answer/address',
    ],
    ['a start that is no time', { startAt: 'tomorrow' }, 'INVALID_VALUE', '/startAt'],
  ];
  test.each(refused)('%s', (_what, script, code, field) => {
    const read = readScript(script);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    const [first] = read.problem;
    expect([first?.code, first?.where.field ?? '']).toEqual([code, field]);
    expect(first?.help).not.toBe('');
  });

  test('all problems are told at once, and a key "__proto__" is one (case C1)', () => {
    const text = '{"nodes": {"__proto__": [{"output": 1}]}, "evnts": [], "startAt": 7}';
    const parsed = parseJson(text, 8);
    const read = readScript(parsed.ok ? parsed.value : null);
    const codes = read.ok ? [] : read.problem.map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['FORBIDDEN_KEY', 'INVALID_VALUE', 'UNKNOWN_KEY']);
  });
});
