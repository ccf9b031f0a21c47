import { type Address, withoutAttempt } from '#base';

/** Where an address of a run is drawn. */
export interface Place {
  /** Key of the card or box. */
  readonly key: string;
  /** By address of each container around it that repeats: the round that has to be drawn for the card to be it. */
  readonly rounds: ReadonlyMap<Address, number>;
}

const SUFFIX = /^([^.[@#!]+)(\.(?:try|catch|finally))?(?:\[(\d+)\])?(@\d+)?/;

/**
 * The card of an address: the address without attempts and rounds, and the rounds that it lies in.
 *
 * @example placeOf('/each[3]/look#1') // { key: '/each/look', rounds: { '/each' → 3 } }
 */
export function placeOf(address: Address): Place {
  const rounds = new Map<Address, number>();
  let key = '';
  let scope = '';
  for (const segment of withoutAttempt(address).split('/').slice(1)) {
    const [, node = segment, body = '', index, revision = ''] = SUFFIX.exec(segment) ?? [];
    if (index !== undefined) rounds.set(`${scope}/${node}` as Address, Number(index));
    key = `${key}/${node}${body}${revision}`;
    scope = `${scope}/${segment}`;
  }
  return { key, rounds };
}
