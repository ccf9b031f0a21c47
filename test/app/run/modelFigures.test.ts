import { expect, test } from 'vitest';
import { costWords, modelFigures } from '../../../src/app/run/CostsPanel';
import { hostWords } from '../../../src/app/run/ThinkingStrip';

test.each<[number, number, number, number | null]>([
  [0, 5_000, 0, null],
  [10, 400, 3, null],
  [4_000, 10_000, 1_000, 100],
])('K10 %i bytes after %i ms are about %i tokens, %s a second', (bytes, elapsed, tokens, speed) => {
  expect(modelFigures(bytes, elapsed)).toEqual({ tokens, speed });
});

test.each([
  ['http://localhost:11434/v1', 'on this computer'],
  ['http://127.0.0.1:1234/v1', 'on this computer'],
  ['http://[::1]:1234/v1', 'on this computer'],
  ['https://api.example.com/v1', 'api.example.com'],
  ['http://192.168.0.7:8080/v1', '192.168.0.7:8080'],
])('where %s is', (url, words) => {
  expect(hostWords(url)).toBe(words);
});

const PRICE = { input: 400_000, output: 1_600_000, currency: 'USD', date: '2026-11-01' };
test.each([
  ['a price', PRICE, 'https://api.example.com/v1', '≈ 0.0008 USD'],
  ['a price of nothing', { ...PRICE, output: 0 }, 'https://api.example.com/v1', 'no cost'],
  ['none, on this device', undefined, 'http://localhost:11434/v1', 'no cost'],
  ['none, elsewhere', undefined, 'https://api.example.com/v1', null],
  ['none, nobody knows where', undefined, null, null],
])('K10 what 500 tokens cost with %s', (_title, price, url, words) => {
  expect(costWords(500, price, url)).toBe(words);
});
