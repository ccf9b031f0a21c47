/**
 * Measures one engine with one plan, alone in its process, and prints the median of its runs in microseconds of
 * processor time per step: what neighbours on the machine take is not counted.
 *
 * @param engine makes a plan ready to run: `engine[plan](n)` gives a function that runs it once, n steps that do nothing
 * @example node langgraph.mjs chain 100   // prints {"usPerStep":247}
 */
export async function measure(engine) {
  const [plan, count] = process.argv.slice(2);
  const n = Number(count);
  const run = await engine[plan](n);
  const warm = performance.now() + WARM_UP_MS;
  do await run();
  while (performance.now() < warm);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / n);
  }
  times.sort((one, other) => one - other);
  console.log(JSON.stringify({ usPerStep: times[times.length >> 1] }));
}

/** How long an engine runs before it counts: enough for the slowest to run twice. */
const WARM_UP_MS = 3_000;
const ROUNDS = 7;
