/** A lock that is held. */
export interface Held {
  /** Gives it back. */
  release(): void;
  /** Resolves when another tab took it over (case H3). */
  readonly lost: Promise<void>;
}

/** Who may write which run, across tabs (K7). */
export interface Locks {
  /**
   * @param steal also from whoever has it
   * @returns null when somebody else has it
   */
  take(runId: string, steal: boolean): Promise<Held | null>;
  /** The runs that somebody writes now, in this tab or in another. */
  taken(): Promise<ReadonlySet<string>>;
}

const PREFIX = 'planloom:run:';

/** Web Locks; the browser gives them back when a tab ends, however it ends. */
export function webLocks(manager: LockManager): Locks {
  return {
    take: (runId, steal) =>
      new Promise((resolve) => {
        let release = (): void => {};
        let lose = (): void => {};
        const held = new Promise<void>((end) => {
          release = end;
        });
        const lost = new Promise<void>((tell) => {
          lose = tell;
        });
        const options = steal ? { steal } : { ifAvailable: true };
        manager
          .request(PREFIX + runId, options, (lock) => {
            if (!lock) return resolve(null);
            resolve({ release, lost });
            return held;
          })
          // A lock that was stolen rejects here; the epoch in the next transaction refuses its writer all the same.
          .catch(() => {
            resolve(null);
            lose();
          });
      }),
    taken: async () => {
      const { held = [] } = await manager.query();
      return new Set(
        held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
      );
    },
  };
}

/** For hosts without Web Locks: only this page is known of; other tabs are kept out by the epoch. */
export function pageLocks(): Locks {
  const taken = new Map<string, () => void>();
  return {
    take: async (runId, steal) => {
      if (taken.has(runId) && !steal) return null;
      taken.get(runId)?.();
      let lose = (): void => {};
      const lost = new Promise<void>((tell) => {
        lose = tell;
      });
      taken.set(runId, lose);
      const release = () => {
        if (taken.get(runId) === lose) taken.delete(runId);
      };
      return { release, lost };
    },
    taken: async () => new Set(taken.keys()),
  };
}
