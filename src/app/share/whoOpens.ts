import { isThisDevice } from '#runtime';

/**
 * S1: who can open a link that is made here. The plan is in the link, and the app comes from where the page came from: whoever
 * does not reach that host opens nothing.
 *
 * @param page where the page came from
 * @example whoOpens(location) // 'Anybody who has the link can open it: …'
 */
export function whoOpens({ host, hostname }: Pick<Location, 'host' | 'hostname'>): string {
  if (isThisDevice(`http://${host}`))
    return `The link leads to ${host}, which is this device: elsewhere it opens nothing. Share a file with people on other devices.`;
  if (isLocal(hostname))
    return `The link leads to ${host}, in your own network: it opens for those who reach that device. Share a file with all others.`;
  return `Anybody who has the link can open it: it leads to ${host}, which hands out the app and does not learn what the link holds.`;
}

/** Private and link-local addresses, names without a dot, and the endings that no public name has. */
function isLocal(hostname: string): boolean {
  return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d+){2,3}$|^\[f[cd][0-9a-f]{2}:|^\[fe[89ab][0-9a-f]:|^[^.[]+$|\.(?:local|lan|internal|home\.arpa|test)$/.test(
    hostname,
  );
}
