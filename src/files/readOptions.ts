/** A file as a person gives it: its name, and the media type where a browser or server has named one. */
export interface Named {
  readonly name: string;
  readonly type?: string;
}

export interface ReadOptions {
  /** Ends the reading: the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** What has been read, from 0 to 1; it never goes back. */
  readonly progress?: ((share: number) => void) | undefined;
}
