import { type Address, parseAddress } from '#base';

/** D1: the run goes up to a node, and is paused when that has settled. */
export interface Stop {
  /** A node, without attempt. Where a round or a revision is left open, the first that comes is meant. */
  readonly after: Address;
  /** Of a fork: nothing but that node starts behind the fork point. */
  readonly only?: true;
}

/** Whether a node is the chosen one, or something around it. A round or revision that is left open is any. */
export function isPassedAt({ after }: Stop, place: Address): boolean {
  const around = parseAddress(place)?.segments ?? [];
  const inside = parseAddress(after)?.segments ?? [];
  return around.every((one, depth) => {
    const other = inside[depth];
    return other !== undefined && FIELDS.every((field) => agree(one[field], other[field]));
  });
}

const FIELDS = ['node', 'body', 'index', 'revision'] as const;

function agree(one: string | number | undefined, other: string | number | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
