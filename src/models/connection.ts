/** What a connection stands for: an address, and the key that only its origin may see (T2). */
export interface ModelConnection {
  readonly url: string;
  readonly key: string | null;
}
