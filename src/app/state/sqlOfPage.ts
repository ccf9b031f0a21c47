import type { SqlEngine } from '#runtime';

let engine: Promise<SqlEngine> | undefined;

/** The engine of this page; it and what it is made of are loaded when a step first asks it. */
export function sqlOfPage(): SqlEngine {
  return {
    ask: async (question, signal) => {
      engine ??= import('#engine').then(({ engineInWorker }) => engineInWorker());
      return (await engine).ask(question, signal);
    },
  };
}
