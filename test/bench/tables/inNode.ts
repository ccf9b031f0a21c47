import type { JsonObject } from '#base';
import { builtInCapabilities, describeDocuments, reportOf, tableOf } from '#capabilities';
import { planForSentence } from '#editor';
import { readFile } from '#files';
import {
  type Blobs,
  type DocumentReader,
  documentReader,
  type Host,
  memoryBlobs,
  memoryLedger,
  type ReadText,
  startRun,
  systemClock,
  systemIds,
} from '#runtime';
import { workspace } from '../../notation/plan';
import { spentSince } from '../bench';
import { ordersCsv } from './orders';

/** What a table took in this process, in microseconds of processor time. */
export interface TableCosts {
  /** Names, types and rows out of the text. */
  readonly readUs: number;
  /** What a person is told of its columns. */
  readonly reportUs: number;
  /** What planners are told of it. */
  readonly describeUs: number;
  /** From a question to its answer for the first time, and when the table is warm. */
  readonly firstUs: number;
  readonly askUs: number;
}

const WARM = 3;

/** Reads orders and asks them, as the command line does. */
export async function tableCosts(rows: number): Promise<TableCosts> {
  const read = { id: 'orders', kind: 'csv', text: ordersCsv(rows) } as const;
  const readUs = await spent(() => tableOf(read));
  const reportUs = await spent(() => reportOf(read));
  const describeUs = await spent(() => describeDocuments([read]));
  const ask = await asker(read);
  const firstUs = await spent(ask);
  const times: number[] = [];
  for (let time = 0; time < WARM; time++) times.push(await spent(ask));
  const askUs = times.toSorted((one, other) => one - other)[WARM >> 1] ?? Number.NaN;
  return { readUs, reportUs, describeUs, firstUs, askUs };
}

async function spent(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const begun = process.cpuUsage();
  await work();
  return spentSince(begun);
}

/** The table lies in a file, as the command line and the page keep what is large. */
async function asker({ id, kind, text }: ReadText): Promise<() => Promise<JsonObject>> {
  const blobs = memoryBlobs();
  const bytes = new TextEncoder().encode(text);
  const file = {
    hash: await blobs.write(bytes),
    bytes: bytes.length,
    type: 'text/csv',
    name: 'orders.csv',
  };
  const asked = workspace([], { documents: [{ id, kind, file }] });
  const { plan } = planForSentence('Total amount by region, largest first', asked);
  const documents = documentReader({ blobs, readFile });
  return async () => {
    const started = startRun(hostOver(blobs, documents), {
      workspace: { ...asked, plans: [plan] },
      plan: plan.id,
      input: {},
    });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.atRest();
    const ended = started.value.commits.flatMap(({ entries }) => entries).at(-1);
    if (ended?.kind !== 'run.completed') throw new Error(JSON.stringify(ended));
    return { ...ended };
  };
}

function hostOver(blobs: Blobs, documents: DocumentReader): Host {
  return {
    clock: systemClock,
    ids: systemIds,
    ledger: memoryLedger(),
    blobs,
    documents,
    capabilities: builtInCapabilities(),
    models: {
      list: [],
      stream: () => {
        throw new Error('no model');
      },
    },
    describe: describeDocuments,
  };
}
