import { isSame, type NodeRef } from './frame';

/** A name that one node of the run holds at a time (L2), and the nodes that wait for it, the oldest first. */
export interface Mutex {
  readonly name: string;
  readonly holder: NodeRef;
  readonly waiting: readonly NodeRef[];
}

export type Mutexes = readonly Mutex[];

/** A node wants a mutex: it holds it now, or is the last of those that wait. */
export function acquire(mutexes: Mutexes, name: string, { frame, node }: NodeRef): Mutexes {
  const ref = { frame, node };
  if (!mutexes.some((mutex) => mutex.name === name)) return [...mutexes, { name, holder: ref, waiting: [] }];
  return mutexes.map((mutex) =>
    mutex.name === name ? { ...mutex, waiting: [...mutex.waiting, ref] } : mutex,
  );
}

/** What a node holds goes with it to another place, where it goes on (L2). */
export function transferMutexes(mutexes: Mutexes, from: NodeRef, to: NodeRef): Mutexes {
  return mutexes.map((mutex) => (isSame(mutex.holder, from) ? { ...mutex, holder: to } : mutex));
}

/** A node has settled: what it held passes to the oldest waiter, and it waits no more. */
export function releaseMutexes(mutexes: Mutexes, ref: NodeRef): Mutexes {
  const kept: Mutex[] = [];
  const passed: Mutex[] = [];
  for (const mutex of mutexes) {
    const [next, ...rest] = mutex.waiting;
    if (!isSame(mutex.holder, ref)) kept.push(withoutWaiter(mutex, ref));
    else if (next !== undefined) passed.push({ ...mutex, holder: next, waiting: rest });
  }
  return [...kept, ...passed];
}

function withoutWaiter(mutex: Mutex, ref: NodeRef): Mutex {
  if (!mutex.waiting.some((waiter) => isSame(waiter, ref))) return mutex;
  return { ...mutex, waiting: mutex.waiting.filter((waiter) => !isSame(waiter, ref)) };
}

/** Whether a node holds a mutex of that name. */
export function holdsMutex(mutexes: Mutexes, name: string, ref: NodeRef): boolean {
  return mutexes.some((mutex) => mutex.name === name && isSame(mutex.holder, ref));
}
