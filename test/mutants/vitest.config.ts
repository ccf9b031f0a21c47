import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { MUTANTS, type Mutant } from './mutants';
import { Survivors } from './survivors';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.env.MUTANTS ?? 'all';

/** One project per mutant: its plugin changes the line on its way into the tests, and no file is touched. */
export default defineConfig({
  root,
  test: {
    reporters: [new Survivors()],
    projects: MUTANTS.flatMap((mutant, index) => (isWanted(mutant) ? [projectOf(mutant, index)] : [])),
  },
});

function isWanted({ rule, sample }: Mutant): boolean {
  if (wanted === 'all') return true;
  return wanted === 'sample' ? sample === true : wanted.split(',').includes(rule);
}

function projectOf(mutant: Mutant, index: number) {
  return {
    root,
    plugins: [mutate(mutant)],
    test: {
      name: `${index} ${mutant.rule} ${mutant.file}`,
      include: mutant.tests.map((name) => `test/${name}.test.ts`),
      environment: 'node' as const,
      testTimeout: 120_000,
      env: { LAWS_RUNS: '300' },
    },
  };
}

function mutate({ file, from, to }: Mutant) {
  return {
    name: 'mutate',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      return id.endsWith(`/src/${file}`) ? { code: code.replace(from, () => to), map: null } : null;
    },
  };
}
