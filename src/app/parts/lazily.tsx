import { type ComponentType, createElement, use } from 'react';
import { once } from './load';

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
