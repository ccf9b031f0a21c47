import type { Address, Json } from '#base';
import type { Commit, Entry, RunError } from '#kernel';

/** A node at a moment of its run, static or dynamic: what interceptors are told. */
interface NodeMoment {
  readonly runId: string;
  /** With the attempt for a leaf (K11). */
  readonly address: Address;
}

/**
 * Hooks of a host around every node of every run (L4): called when the commit is durable, in the order of its entries.
 * They see and change nothing; whatever they throw is dropped.
 */
export interface Interceptor {
  beforeNode?(moment: NodeMoment & { readonly input: Json | undefined }): void;
  afterNode?(moment: NodeMoment & { readonly result: Json | undefined }): void;
  /** A node failed, handled or not, or one attempt of it did. */
  onError?(moment: NodeMoment & { readonly error: RunError }): void;
}

/** Tells all interceptors what a commit says of nodes. */
export function intercept(
  interceptors: readonly Interceptor[] | undefined,
  runId: string,
  { entries }: Commit,
): void {
  for (const interceptor of interceptors ?? []) {
    for (const entry of entries) tell(interceptor, { runId, address: entry.address }, entry);
  }
}

function tell(interceptor: Interceptor, moment: NodeMoment, { kind, data }: Entry): void {
  const failed = (error: RunError): void => quietly(() => interceptor.onError?.({ ...moment, error }));
  switch (kind) {
    case 'node.started':
      quietly(() => interceptor.beforeNode?.({ ...moment, input: data.input }));
      return;
    case 'node.retrying':
    case 'node.failed':
      failed(data.error);
      return;
    case 'node.succeeded':
      if (data.handled) failed(data.handled);
      quietly(() => interceptor.afterNode?.({ ...moment, result: data.result }));
  }
}

/** What a hook throws is its author's concern: the run goes on. */
function quietly(hook: () => void): void {
  try {
    hook();
  } catch {}
}
