// Mastra's workflows without storage, their cheapest setting: a run is kept in memory only while it runs.
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';
import { measure } from './measure.mjs';

const schema = z.object({ count: z.number() });

function stepNamed(id) {
  return createStep({
    id,
    inputSchema: schema,
    outputSchema: schema,
    execute: async ({ inputData }) => ({ count: inputData.count + 1 }),
  });
}

function workflow() {
  return createWorkflow({ id: 'bench', inputSchema: schema, outputSchema: z.any() });
}

function runner(committed) {
  return async () => {
    const run = await committed.createRun();
    const { status } = await run.start({ inputData: { count: 0 } });
    if (status !== 'success') throw new Error(`Mastra ended ${status}.`);
  };
}

await measure({
  chain(n) {
    let flow = workflow();
    for (let index = 0; index < n; index++) flow = flow.then(stepNamed(`s${index}`));
    return runner(flow.commit());
  },
  fanOut(n) {
    return runner(
      workflow()
        .parallel(Array.from({ length: n }, (_, index) => stepNamed(`s${index}`)))
        .commit(),
    );
  },
  loop(n) {
    return runner(
      workflow()
        .dountil(stepNamed('body'), async ({ inputData }) => inputData.count >= n)
        .commit(),
    );
  },
});
