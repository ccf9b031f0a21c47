import { type Letters, Runs, type RunsOptions } from '#hosting';
import type { Plan } from '#plan';
import { type Host, type SessionEvent, SimulatedClock } from '#runtime';
import { runBookOf } from '#storage';
import { memoryStorage } from '../../src/storage/memoryStorage';
import { Standing } from '../../src/storage/standing';
import { workspace } from '../notation/plan';
import { hostOf } from '../runtime/notation';

type Hears = (to: string, event: SessionEvent) => void;

/** A browser whose storage is memory, and whose tabs reach each other by letters. */
export function browser() {
  const { runs, blobs } = memoryStorage(new SimulatedClock(0), new Standing());
  const tabs = new Set<Hears>();

  /** Nobody hears his own letters. */
  function lettersOfTab(): Letters {
    const mine = new Set<Hears>();
    return {
      send: (to, event) => {
        for (const hears of tabs) if (!mine.has(hears)) hears(to, event);
      },
      hear: (listener) => {
        mine.add(listener);
        tabs.add(listener);
        return () => {
          mine.delete(listener);
          tabs.delete(listener);
        };
      },
    };
  }

  /** A tab with these plans open. */
  function tab(
    plans: readonly Plan[],
    works: Parameters<typeof hostOf>[0] = {},
    more: Partial<RunsOptions> = {},
  ) {
    const document = workspace(plans);
    const host = hostOf(works, {
      ended: (runId, signal) => runs.ended(runId, signal),
    });
    const book = runBookOf({ runs, blobs }, 'demo');
    const own = new Runs({
      book,
      letters: lettersOfTab(),
      workspace: () => document,
      hostFor: async (ledger): Promise<Host> => ({ ...host, ledger }),
      ...more,
    });
    own.hear();
    return { runs: own, host, workspace: document };
  }

  return { runs, book: runBookOf({ runs, blobs }, 'demo'), tab };
}
