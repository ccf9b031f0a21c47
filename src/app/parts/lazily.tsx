import { type ComponentType, createElement, use } from 'react';
import { once } from './load';

/**
 * A component that is loaded when it is first drawn, as React's `lazy`, but one that could not be loaded can be tried again:
 * `Boundary` does so.
 */
export function lazily<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loaded = once(load);
  return (props) => createElement(use(loaded()).default, props);
}
