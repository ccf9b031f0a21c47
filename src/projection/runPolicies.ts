import type { RunPolicy } from '#kernel';

/** What a run allows without asking (K15), in plain words: `calls of http.post to api.example.com`. */
export function wordsOfRunPolicy({ capability, host }: Pick<RunPolicy, 'capability' | 'host'>): string {
  return `calls of ${capability}${host === undefined ? '' : ` to ${host}`}`;
}
