/** Who may write which run, across tabs (K7). */
export interface Locks {
  /**
   * @param steal also from whoever has it
   * @returns gives it back; null when somebody else has it
   */
  take(runId: string, steal: boolean): Promise<(() => void) | null>;
  isTaken(runId: string): Promise<boolean>;
}

const PREFIX = 'planloom:run:';

/** Web Locks; the browser gives them back when a tab ends, however it ends. */
export function webLocks(manager: LockManager): Locks {
  return {
    take: (runId, steal) =>
      new Promise((resolve) => {
        let release = (): void => {};
        const held = new Promise<void>((end) => {
          release = end;
        });
        const options = steal ? { steal } : { ifAvailable: true };
        manager
          .request(PREFIX + runId, options, (lock) => {
            if (!lock) return resolve(null);
            resolve(release);
            return held;
          })
          // A lock that was stolen rejects here. The epoch in the next transaction says so to the writer.
          .catch(() => resolve(null));
      }),
    isTaken: async (runId) => {
      const { held = [] } = await manager.query();
      return held.some(({ name }) => name === PREFIX + runId);
    },
  };
}

/** For hosts without Web Locks: only this page is known of; other tabs are kept out by the epoch. */
export function pageLocks(): Locks {
  const taken = new Map<string, symbol>();
  return {
    take: async (runId, steal) => {
      if (taken.has(runId) && !steal) return null;
      const mine = Symbol(runId);
      taken.set(runId, mine);
      return () => {
        if (taken.get(runId) === mine) taken.delete(runId);
      };
    },
    isTaken: async (runId) => taken.has(runId),
  };
}
