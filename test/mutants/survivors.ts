import type { Reporter, TestModule } from 'vitest/node';
import { MUTANTS } from './mutants';

interface Fate {
  killedBy: string | null;
  /** It could not even be loaded: then it is no mutant but a mistake in the list. */
  trouble: string | null;
}

/** Tells which mutants no test noticed; the run has failed when there is one. */
export class Survivors implements Reporter {
  readonly #fates = new Map<string, Fate>();

  onTestModuleEnd(module: TestModule): void {
    const fate = this.#fates.get(module.project.name) ?? { killedBy: null, trouble: null };
    this.#fates.set(module.project.name, fate);
    for (const test of module.children.allTests('failed')) fate.killedBy ??= test.fullName;
    const [error] = module.errors();
    if (error && fate.killedBy === null) fate.trouble = error.message;
  }

  onTestRunEnd(): void {
    const told = [...this.#fates].sort(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    const survivors = told.filter(([, { killedBy }]) => killedBy === null);
    for (const [name, { killedBy, trouble }] of told) {
      const [number = '', rule = '', file = ''] = name.split(' ');
      const { from, to } = MUTANTS[Number(number)] ?? { from: '', to: '' };
      const fate = killedBy ?? (trouble ? `CANNOT BE LOADED ${trouble}` : `SURVIVES: ${from} → ${to}`);
      console.log(`${rule.padEnd(4)} ${file.padEnd(36)} ${killedBy === null ? '' : 'killed by '}${fate}`);
    }
    console.log(`\n${told.length} mutants, ${survivors.length} survive`);
    process.exitCode = survivors.length === 0 && told.length > 0 ? 0 : 1;
  }
}
