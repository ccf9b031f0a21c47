import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const LOCKFILE = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

test('the lockfile names the packages of every platform, so that `npm ci` accepts it on any of them', () => {
  const { packages } = LOCKFILE.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const missing = optional.filter((name) => !(`node_modules/${name}` in packages));
  expect(optional.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

const PACKAGE = z.object({ sideEffects: z.array(z.string()) });

test('each file that acts when it is imported, and is named so for the bundler, is there', () => {
  const { sideEffects } = PACKAGE.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const named = sideEffects.filter((path) => !path.includes('*'));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
