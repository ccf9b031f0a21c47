import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address } from '#base';
import type { Progress } from '#runtime';
import { progressOf } from '../../../src/app/run/runsOfPage';
import type { LiveText } from '../../../src/app/state/shownRun';

const FIRST = '/plan!1' as Address;
const SECOND = '/plan!2' as Address;
const SECRET = 'sk-1234567890';

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

const text = (said: string): Progress => ({ kind: 'text', text: said });
const reasoning = (said: string): Progress => ({ kind: 'reasoning', text: said });

/** What is told of `/plan` after these, a frame later; and in how many frames. */
function told(...all: readonly (readonly [Address, Progress])[]) {
  const seen: (LiveText | undefined)[] = [];
  const gatherer = progressOf(
    (map) => seen.push(map.get('/plan' as Address)),
    () => [SECRET],
  );
  for (const [address, progress] of all) gatherer.hear(address, progress);
  for (const frame of frames) frame(0);
  return { live: seen.at(-1), frames: seen.length };
}

test('K9 a reply and what its model thinks come apart, counted together, once a frame', () => {
  const { live, frames } = told(
    [FIRST, reasoning('One tablé ')],
    [FIRST, reasoning('will do.')],
    [FIRST, text('{"steps"')],
  );
  expect(frames).toBe(1);
  expect(live).toMatchObject({
    call: FIRST,
    reasoning: 'One tablé will do.',
    text: '{"steps"',
    bytes: 19 + 8,
  });
});

test('P5 the next call begins anew', () => {
  const { live } = told([FIRST, reasoning('No.')], [FIRST, text('nothing')], [SECOND, text('{')]);
  expect(live).toMatchObject({ call: SECOND, reasoning: '', text: '{', bytes: 1 });
});

test('what was taken for the reply was thought', () => {
  const { live } = told([FIRST, text('Let me see.')], [FIRST, { kind: 'text-was-reasoning' }]);
  expect(live).toMatchObject({ reasoning: 'Let me see.', text: '', bytes: 11 });
});

test('T2 a known secret is masked, also in pieces and where its text is cut', () => {
  const pieces = [...SECRET].map((character) => [FIRST, reasoning(character)] as const);
  expect(told(...pieces).live?.reasoning).toBe('[redacted]');
  for (let after = 3_980; after < 4_010; after++) {
    const { live } = told([FIRST, text(`${SECRET}${'x'.repeat(after)}`)]);
    expect(live?.text).toMatch(/^[redact[\]]*x+$/);
  }
});
