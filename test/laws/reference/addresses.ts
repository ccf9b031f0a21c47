import { CONTAINERS, type Turn } from './state';

/** K11: a leaf's address has its attempt, a container's from the second on; both halves of a PLANNER share one id. */
export function addressOf(turn: Turn): string {
  const isContainer = CONTAINERS.has(turn.node.type);
  return isContainer ? withLaterAttempt(turn, baseAddress(turn)) : `${baseAddress(turn)}#${turn.attempt}`;
}

/** What a node is called whose first attempt has not begun. */
export function firstAddress(turn: Turn): string {
  return addressOf({ ...turn, attempt: 1 });
}

export function baseAddress({ scope, node }: Turn): string {
  return `${scope.address}/${node.id.replace('@1', '')}`;
}

/** Of a round, an item or a part of a container: index and body stand before the attempt. */
export function indexed(turn: Turn, index: number): string {
  return withLaterAttempt(turn, `${baseAddress(turn)}[${index}]`);
}

export function partOf(turn: Turn, part: 'try' | 'catch' | 'finally'): string {
  return withLaterAttempt(turn, `${baseAddress(turn)}.${part}`);
}

function withLaterAttempt({ attempt }: Turn, address: string): string {
  return attempt > 1 ? `${address}#${attempt}` : address;
}
