import type { Address } from '#base';
import type { RunView, Waiting } from '#projection';

type Machines = Pick<RunView, 'machines'>;

/**
 * What waits for a person or an event, each told once (D9): a machine listens for more than the answer that its state
 * awaits, and where it asks a person that is what matters.
 */
export function toldWaits({ waiting, machines }: Machines & Pick<RunView, 'waiting'>): readonly Waiting[] {
  return waiting.filter(({ kind, address, command }) => {
    const place = machineAround(address, { machines });
    if (kind !== 'signal' || place === null) return true;
    const isAsking = waiting.some((one) => one.kind !== 'signal' && isAt(one.address, place));
    return command?.kind === 'listen' && !isAsking;
  });
}

/** Where the machine is that an address lies in; null outside of machines. */
export function machineAround(address: Address, { machines }: Machines): Address | null {
  return [...machines.keys()].find((place) => isAt(address, place)) ?? null;
}

function isAt(address: Address, place: Address): boolean {
  return address === place || address.startsWith(`${place}/`);
}
