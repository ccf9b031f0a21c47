import type { BenchLine, Suite } from './bench';
import { MEMORY, MEMORY_CHILD, memoryChild } from './kernel/memorySuite';

/** Asks a process of its own for what the first steps of a run cost. */
const FIRST_STEPS_CHILD = '--first-steps-child';

/**
 * All suites, in the order in which they run. A new one is a line here. Each is loaded when it runs: what the canvas
 * needs (a browser's driver) took 70 MB of the peak that the memory suite measures.
 */
const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  memory: async () => MEMORY,
  runtime: async () => (await import('./runtime/runtimeSuite')).RUNTIME,
  kernel: async () => (await import('./kernel/kernelSuite')).KERNEL,
  growth: async () => (await import('./kernel/growthSuite')).GROWTH,
  projection: async () => (await import('./projection/projectionSuite')).PROJECTION,
  prompts: async () => (await import('./planner/promptsSuite')).PROMPTS,
  tables: async () => (await import('./tables/tablesSuite')).TABLES,
  runList: async () => (await import('./hosting/runListSuite')).RUN_LIST,
  forms: async () => (await import('./forms/formsSuite')).FORMS,
  canvas: async () => (await import('./canvas/canvasSuite')).CANVAS,
};

async function main(): Promise<void> {
  if (process.argv.includes(MEMORY_CHILD)) {
    memoryChild();
    return;
  }
  if (process.argv.includes(FIRST_STEPS_CHILD)) {
    await (await import('./runtime/runtimeSuite')).firstStepsChild();
    return;
  }
  const json = process.argv.includes('--json');
  const lines: BenchLine[] = [];
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  for (const [name, load] of Object.entries(SUITES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const suite = await load();
    const measured = await suite.run();
    lines.push(...measured);
    if (!json) for (const line of measured) console.log(textOf(line));
  }
  if (json) console.log(JSON.stringify(lines, null, 2));
}

function textOf({ name, engine, n, usPerStep, aim, ...figures }: BenchLine): string {
  const us = `${usPerStep} µs`.padStart(12);
  const goal = aim === undefined ? '' : `  (aim ${aim} µs)`;
  const rest = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  return `${name.padEnd(26)} ${engine.padEnd(18)} n=${String(n).padEnd(6)} ${us}${goal}  ${rest.join('  ')}`;
}

await main();
