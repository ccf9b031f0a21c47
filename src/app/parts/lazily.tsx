import { type ComponentType, createElement, use } from 'react';

/** A component that is loaded when it is first drawn, or before. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads it ahead. It is the same attempt as that of drawing it: a browser reports a style sheet that is missing once. */
  readonly fetch: () => Promise<unknown>;
};

/**
 * A component that is loaded when it is first drawn, as React's `lazy`, but one that could not be loaded can be tried again:
 * `Boundary` does so.
 */
export function lazily<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const loaded = once(load);
  const draw = (props: Props) => createElement(use(loaded()).default, props);
  return Object.assign(draw, { fetch: loaded });
}

/** A part of the app that could not be loaded: no connection, or the server has another version by now. */
export class LoadFault extends Error {
  override readonly name = 'LoadFault';

  /**
   * @param forget lets the next call load it anew
   * @param isLate it may still come: asking again waits for longer
   */
  constructor(
    cause: unknown,
    readonly forget: () => void,
    readonly isLate = false,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** How long a part may take before it is said that it has not come, in milliseconds: a server that never answers is no error. */
const PATIENCE_MS = 20_000;

/**
 * Loads a part of the app when it is first asked for, and once. What failed stays failed, and is the same promise, until
 * somebody calls `forget` of its `LoadFault`.
 */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  let failed: unknown = null;
  return () => {
    loading ??= inTime(loadedAfter(failed, load)).catch((thrown: unknown) => {
      failed = thrown;
      const forget = () => {
        loading = null;
      };
      throw new LoadFault(thrown, forget, thrown === LATE);
    });
    return loading;
  };
}

const LATE = new Error(`It has not arrived for ${PATIENCE_MS / 1000} seconds.`);

function inTime<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(LATE), PATIENCE_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Browsers may keep a failed import under its address, and Vite does not ask for a style sheet again: both get a new address. */
async function loadedAfter<Loaded>(failed: unknown, load: () => Promise<Loaded>): Promise<Loaded> {
  const address = failed instanceof Error ? addressIn(failed.message) : null;
  if (address === null) return load();
  if (address.pathname.endsWith('.css')) {
    await loadStyles(address);
    return load();
  }
  return load().catch(() => import(/* @vite-ignore */ anew(address).href));
}

/** The address of our own file that a browser, or Vite, names in its error. */
function addressIn(message: string): URL | null {
  const [named] = /(?:https?:\/\/|\/)\S+\.(?:js|css)\b/.exec(message) ?? [];
  if (named === undefined) return null;
  const address = new URL(named, document.baseURI);
  return address.origin === location.origin ? address : null;
}

function anew(address: URL): URL {
  const fresh = new URL(address);
  fresh.searchParams.set('again', String(performance.now()));
  return fresh;
}

function loadStyles(address: URL): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = anew(address).href;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${address.pathname}`)));
    document.head.append(link);
  });
}
