import type { Address } from '#base';
import type { Reuse } from '#kernel';

/**
 * A record without some of its answers.
 *
 * @param isServed whether what stands at an address is served
 * @param isStarted whether what had started there starts again before the fork point; all of it by default
 */
export function servingOnly(
  reuse: Reuse,
  isServed: (address: Address) => boolean,
  isStarted: (address: Address) => boolean = () => true,
): Reuse {
  const servedOf = (served: Reuse['served']) => served.filter(({ address }) => isServed(address));
  const { served, started, points } = reuse;
  return {
    ...reuse,
    started: started.filter(isStarted),
    served: servedOf(served),
    ...(points === undefined
      ? {}
      : {
          points: points.map((point) => ({
            ...point,
            started: point.started.filter(isStarted),
            served: servedOf(served.slice(0, point.served)).length,
          })),
        }),
  };
}
