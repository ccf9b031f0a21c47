import type { Checkup, ModelConnection, PageSurroundings } from '#models';
import { isThisDevice, nextTask } from '#runtime';

const PATIENCE_MS = 20_000;

/** Tests a connection from this page, with the key that is given. Nothing is kept. */
export async function checkByPage(connection: ModelConnection): Promise<Checkup> {
  const { checkConnection } = await import('#models');
  return checkConnection(connection, {
    fetch: (input, init) => fetch(input, init),
    page: THIS_PAGE,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

const THIS_PAGE: PageSurroundings = {
  get origin() {
    return location.origin;
  },
  watchPolicy: async (origin, work) => {
    let refused = false;
    const hear = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      refused ||= blockedURI.startsWith(origin);
    };
    document.addEventListener('securitypolicyviolation', hear);
    try {
      const value = await work();
      // The browser tells of it in a task of its own.
      await nextTask();
      return { value, refused };
    } finally {
      document.removeEventListener('securitypolicyviolation', hear);
    }
  },
  localNetwork: async (url) => {
    for (const name of [isThisDevice(url) ? 'loopback-network' : 'local-network', 'local-network-access']) {
      const state = await permissionOf(name);
      if (state !== null) return state;
    }
    return null;
  },
};

/** Null where the browser knows no such permission. */
async function permissionOf(name: string): Promise<PermissionState | null> {
  const wanted: object = { name };
  try {
    const query: unknown = Reflect.apply(navigator.permissions.query, navigator.permissions, [wanted]);
    const state: unknown = Reflect.get(Object(await query), 'state');
    return state === 'granted' || state === 'denied' || state === 'prompt' ? state : null;
  } catch {
    return null;
  }
}
