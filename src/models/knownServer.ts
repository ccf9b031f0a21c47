/** The setting with which a server lets this page read its answers. */
export interface Recipe {
  readonly server: string;
  /** Where it differs. */
  readonly system: 'macOS' | 'Linux' | 'Windows' | null;
  readonly command: string;
  /** What is to be done with it. */
  readonly how: string;
}

/** A server that many people have: where it is, and how it lets web pages in. */
export interface KnownServer {
  readonly name: string;
  /** Where it listens unless it is told otherwise. */
  readonly url: string;
  /** A model as it spells it; null where everybody has others. */
  readonly model: string | null;
  /** Null for services, which let every page in. */
  readonly lettingIn: LettingIn | null;
}

interface LettingIn {
  /** In one sentence. */
  readonly brief: string;
  readonly settings: (page: string) => readonly Omit<Recipe, 'server'>[];
}

/** The settings of whatever listens at that port by default; of all servers where none does. */
export function recipesFor(
  servers: readonly KnownServer[],
  url: string,
  page: string | null,
): readonly Recipe[] {
  const known = serversAtPort(servers, url);
  return (known.length > 0 ? known : servers).flatMap(({ name, lettingIn }) =>
    (lettingIn?.settings(page ?? 'https://your.page') ?? []).map((one) => ({ server: name, ...one })),
  );
}

/** How the server that listens at that port by default lets pages in, in one sentence; null where none is known. */
export function lettingInAt(servers: readonly KnownServer[], url: string): string | null {
  return serversAtPort(servers, url)[0]?.lettingIn?.brief ?? null;
}

/** Those that people run themselves: services are known by their host, and have no port of their own. */
function serversAtPort(servers: readonly KnownServer[], url: string): readonly KnownServer[] {
  const port = URL.canParse(url) ? new URL(url).port : '';
  return servers.filter(({ url: own, lettingIn }) => lettingIn !== null && new URL(own).port === port);
}
