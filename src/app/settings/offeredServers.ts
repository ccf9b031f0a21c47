import { CONNECTION_KINDS, type ConnectionKind, type KnownServer } from '#models';

/** A server that a new connection is offered. */
interface OfferedServer extends KnownServer {
  readonly kind: ConnectionKind;
}

/** Those of every kind. */
export const OFFERED_SERVERS: readonly OfferedServer[] = CONNECTION_KINDS.flatMap((kind) =>
  kind.servers.map((server) => ({ kind, ...server })),
);

/** What is offered first: an address and a name that belong to one server. */
export const FIRST_KIND = CONNECTION_KINDS[0];
export const FIRST_SERVER = {
  url: FIRST_KIND.servers[0]?.url ?? '',
  model: FIRST_KIND.servers[0]?.model ?? '',
};

/** The server that has this address; undefined for others, which are called by their host. */
export function serverAt(url: string): OfferedServer | undefined {
  return OFFERED_SERVERS.find((server) => server.url === url);
}
