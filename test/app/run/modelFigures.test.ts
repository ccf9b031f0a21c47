import { expect, test } from 'vitest';
import { hostWords } from '../../../src/app/run/hostWords';
import { modelFigures } from '../../../src/app/run/modelFigures';

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
