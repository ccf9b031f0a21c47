import type { Simulated } from '../../notation/simulation';

/** What a simulation tells of the activities, by their ids: wherever they stand, in whatever round. */
export interface Told {
  readonly ended: string;
  readonly virtualMs: number;
  /** When attempts of it began. */
  starts(id: string): readonly number[];
  /** When it came to this end. */
  times(id: string, status: string): readonly number[];
  /** From when to when it worked, each time it did to the end. */
  spans(id: string): readonly (readonly [number, number])[];
  /** Whether two of these, or two instances of one, ever worked at the same time. */
  overlap(...ids: readonly string[]): boolean;
}

export function told(simulated: Simulated): Told {
  const lines = simulated.lines.map((line) => {
    const [at = '', address = '', status = ''] = line.split(' ');
    const id = address.slice(address.lastIndexOf('/') + 1).replace(/[[.@#].*$/, '');
    return { at: Number(at), address, id, status };
  });
  const times = (id: string, status: string) =>
    lines.filter((line) => line.id === id && line.status === status).map(({ at }) => at);
  const spans = (id: string) =>
    lines
      .filter((line) => line.id === id && line.status === 'succeeded')
      .map(({ address, at }) => {
        const began = lines.findLast(
          (line) => line.address === address && line.status === 'running' && line.at <= at,
        );
        return [began?.at ?? at, at] as const;
      });
  return {
    ended: simulated.status,
    virtualMs: simulated.virtualMs,
    starts: (id) => times(id, 'running'),
    times,
    spans,
    overlap: (...ids) => {
      const all = ids.flatMap(spans);
      return all.some(([from, to], index) =>
        all.some(([start, end], other) => other > index && start < to && from < end),
      );
    },
  };
}
