import { ROOT } from '#base';
import { type Blobs, CallError, CallResult, type Models, nameHandles, storable, tablesIn } from '#runtime';
import { knowReading } from '../../reading/knownReadings';
import type { Column } from '../../reading/table';
import { tableCapabilities } from '..';
import type { StepOutcome, StepQuestion } from './messages';

const NO_MODELS: Models = {
  list: [],
  stream: () => {
    throw new Error('Steps over tables call no model.');
  },
};

/**
 * Works on a step over tables by reference, on whatever thread this is: the same capability as everywhere.
 *
 * @param blobs where the rows lie; what is read of them is remembered with them
 */
export async function workStep(
  { capability: id, input, shown }: StepQuestion,
  blobs: Blobs,
): Promise<StepOutcome> {
  const capability = tableCapabilities.find(({ descriptor }) => descriptor.id === id);
  if (capability === undefined) return { broke: `There is no step ${id} here.` };
  nameHandles(input);
  const documents = shown.map(documentOf);
  try {
    const returned = await capability.run(input, {
      runId: '',
      address: ROOT,
      idempotencyKey: '',
      signal: new AbortController().signal,
      documents,
      tables: tablesIn(blobs),
      readDocument: async (document) => documents.find((one) => one === document) ?? documentOf([]),
      models: NO_MODELS,
      progress: () => {},
    });
    // Whoever takes it over cannot see which handles were made here: others are refused before they leave.
    const result = storable(returned instanceof CallResult ? returned.value : returned);
    return result.ok ? { result: result.value } : { error: result.problem };
  } catch (thrown) {
    if (thrown instanceof CallError) return { error: thrown.error };
    return { broke: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** A table of the workspace of which the columns are known, and nothing else is asked. */
function documentOf(columns: readonly Column[], index = 0) {
  const document = { id: String(index), kind: 'csv', text: '' } as const;
  knowReading(document, {
    shape: { columns, count: 0 },
    content: { rows: [], written: () => null },
    report: { columns: [], notes: [] },
    description: [],
  });
  return document;
}
