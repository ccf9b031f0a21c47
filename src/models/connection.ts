import type { Connection } from '#plan';

/** As documents name it (W7). */
export type ConnectionKindId = Connection['kind'];

/** What a connection stands for: an address, and the key that only its origin may see (T2). */
export interface ModelConnection {
  /** As in documents (W7), OpenAI-compatible where it is not said. */
  readonly kind?: ConnectionKindId;
  readonly url: string;
  readonly key: string | null;
}

/** The address of one thing that a server offers, whether its own address ends with a slash or not. */
export function endpointOf(url: string, path: string): string {
  return url.endsWith('/') ? `${url}${path}` : `${url}/${path}`;
}
