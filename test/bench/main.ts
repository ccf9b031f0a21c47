import type { BenchLine, Suite } from './bench';
import { CANVAS } from './canvas/canvasSuite';
import { KERNEL } from './kernel/kernelSuite';
import { MEMORY, MEMORY_CHILD, memoryChild } from './kernel/memorySuite';

/** All suites, in the order in which they run. A new one is a line here. */
const SUITES: readonly Suite[] = [MEMORY, KERNEL, CANVAS];

async function main(): Promise<void> {
  if (process.argv.includes(MEMORY_CHILD)) {
    memoryChild();
    return;
  }
  const json = process.argv.includes('--json');
  const lines: BenchLine[] = [];
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  for (const suite of SUITES) {
    if (wanted.length > 0 && !wanted.includes(suite.name)) continue;
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
