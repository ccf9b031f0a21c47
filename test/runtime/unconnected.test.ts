import { expect, test } from 'vitest';
import { unconnectedAmong } from '#runtime';

const SPECS = [
  { id: 'main', connection: 'slot-1', model: 'any' },
  { id: 'other', connection: 'slot-2', model: 'any' },
];

test.each([
  ['empty', 'nothing is chosen for it yet'],
  ['locked', 'unlock it with your passphrase'],
  ['unreadable', 'type it again'],
] as const)('K13 a slot that is %s keeps its call, and the reason is the true one', (standing, words) => {
  const keeps = unconnectedAmong(SPECS, (slot) => (slot === 'slot-1' ? standing : 'filled'));
  expect(keeps('main')).toContain(words);
  expect(keeps(null)).toContain(words);
  expect(keeps('other')).toBeNull();
  expect(keeps('not there')).toBeNull();
});
