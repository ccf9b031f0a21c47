import { type Diagnostic, err, LIMITS, type Result } from '#base';
import type { RunError } from '#kernel';
import { canonicalOrigin, diagnosticOf, isSameOrigin, isThisDevice } from '#runtime';
import { endpointOf, type ModelConnection } from './connection';
import type { ConnectionKind } from './connectionKind';
import { textUpTo } from './firstBytes';
import { connectionKindOf } from './kinds';
import { type Recipe, recipesFor } from './knownServer';
import * as refusals from './refusals';

/** One thing that was tested, in the order in which they depend on each other. */
export interface Step {
  readonly name:
    | 'Address'
    | 'This page may call it'
    | 'Something answers'
    | 'Server lets the page read'
    | 'Models';
  readonly ok: boolean;
  /** What was found, in a few words. */
  readonly found: string;
}

/** What came of testing a connection: the first step that failed is why. */
export interface Checkup {
  readonly steps: readonly Step[];
  /** Null when it works. */
  readonly problem: Diagnostic | null;
  /** Ids of the models that the server lists; null when it was not reached, or lists none. */
  readonly models: readonly string[] | null;
  /** Settings of servers that would help. */
  readonly recipes: readonly Recipe[];
}

/** What the test may know of where it runs. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** The page; null on the command line, where browsers keep nothing back. */
  readonly page: PageSurroundings | null;
  readonly signal: AbortSignal;
}

export interface PageSurroundings {
  readonly origin: string;
  /** Does something, and tells whether the policy of the page kept a request to that origin from leaving (T9). */
  watchPolicy<Value>(origin: string, work: () => Promise<Value>): Promise<{ value: Value; refused: boolean }>;
  /** Whether the browser lets this page into the local network; null where it does not say. */
  localNetwork(url: string): Promise<PermissionState | null>;
}

/**
 * Tests a connection from where it will be used: may the page call it, does something answer, may its answers be read, which
 * models are there. Tells what a page can tell apart, and nothing that it would have to guess.
 */
export async function checkConnection(connection: ModelConnection, around: Surroundings): Promise<Checkup> {
  const { url, key } = connection;
  const kind = connectionKindOf(connection);
  if (kind === null)
    return failed([step('Address', false, 'of an unknown kind')], refusals.unknownKind(connection));
  const { servers } = kind;
  const tested: Tested = { url, key, kind };
  const origin = canonicalOrigin(url);
  if (!origin.ok) return stopped([step('Address', false, 'cannot be used')], origin.problem);
  const address = step('Address', true, origin.value);
  const { page } = around;
  if (page !== null && isMixed(page.origin, url))
    return failed([address, mayNot('not from an https page')], refusals.mixedContent(url));
  const asked = await request(tested, around);
  if (asked.kind === 'refused')
    return failed([address, mayNot('not in this page’s policy')], refusals.beyondPolicy(url));
  const may = step(
    'This page may call it',
    true,
    page === null ? 'no browser in between' : 'nothing keeps it back',
  );
  const before = page === null ? [address] : [address, may];
  if (asked.kind === 'answered') return fromAnswer(asked.response, tested, around, before);
  const permission = page === null || !isLocal(url) ? null : await page.localNetwork(url);
  if (permission === 'denied')
    return failed([address, mayNot('the browser refuses the local network')], refusals.networkRefused());
  if (page !== null && (await answersAtAll(url, around))) {
    const steps = [...before, step('Something answers', true, `at ${new URL(url).host}`)];
    const closed = step('Server lets the page read', false, 'no Access-Control-Allow-Origin (CORS)');
    return {
      ...failed([...steps, closed], refusals.notReadable(url)),
      recipes: recipesFor(servers, url, page.origin),
    };
  }
  const silent = step('Something answers', false, `nothing at ${new URL(url).host}`);
  return {
    ...failed([...before, silent], refusals.nothingAnswers(url)),
    recipes: recipesFor(servers, url, page?.origin ?? null),
  };
}

/** What is tested, and how its kind is asked. */
interface Tested {
  readonly url: string;
  readonly key: string | null;
  readonly kind: ConnectionKind;
}

type Asked =
  | { readonly kind: 'answered'; readonly response: Response }
  /** The policy of the page. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

/** Asks for the list of models, with the key: what a call of a model needs, it needs as well. */
async function request({ url, key, kind }: Tested, around: Surroundings): Promise<Asked> {
  const list = endpointOf(url, kind.list.path);
  // The list lies where the connection goes, or the key stays here (case A3).
  if (!isSameOrigin(list, url)) return { kind: 'lost' };
  const work = () =>
    around
      .fetch(list, {
        headers: { ...kind.authorize(key) },
        ...QUIETLY,
        redirect: 'error',
        signal: around.signal,
      })
      .catch(() => null);
  if (around.page === null) return lostOr(await work());
  const { value, refused } = await around.page.watchPolicy(new URL(url).origin, work);
  return refused ? { kind: 'refused' } : lostOr(value);
}

const QUIETLY = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;

function lostOr(response: Response | null): Asked {
  return response === null ? { kind: 'lost' } : { kind: 'answered', response };
}

/** A request whose answer nobody may read, without a key: it succeeds where anything answers. */
async function answersAtAll(url: string, { fetch, signal }: Surroundings): Promise<boolean> {
  try {
    await fetch(url, { ...QUIETLY, mode: 'no-cors', signal });
    return true;
  } catch {
    return false;
  }
}

async function fromAnswer(
  response: Response,
  { url, key, kind }: Tested,
  { page }: Surroundings,
  before: readonly Step[],
): Promise<Checkup> {
  const { status } = response;
  const answers = step('Something answers', true, `at ${new URL(url).host}`);
  const lets = step('Server lets the page read', true, 'its answers can be read');
  // Without a browser in between every answer can be read, which says nothing of a page.
  const reached = page === null ? [...before, answers] : [...before, answers, lets];
  if (!response.ok) {
    void response.body?.cancel().catch(() => {});
    // Its words are about the list, and nobody reads them.
    const { error } = kind.refused({ status, headers: {} }, { model: null, hasKey: key !== null, now: 0 });
    return failed([...reached, step('Models', false, `status ${status}`)], error);
  }
  const models = await listed(response, kind);
  if (!models.ok) return failed([...reached, step('Models', false, 'no list of models')], models.problem);
  const count = models.value.length === 1 ? '1 model' : `${models.value.length} models`;
  const steps = [...reached, step('Models', true, count)];
  return { steps, problem: null, models: models.value, recipes: [] };
}

async function listed(
  response: Response,
  { list }: ConnectionKind,
): Promise<Result<readonly string[], RunError>> {
  const text = await textUpTo(response, LIMITS.modelListBytes).catch(() => '');
  return text === null ? err(refusals.listTooLong()) : list.read(text);
}

function step(name: Step['name'], ok: boolean, found: string): Step {
  return { name, ok, found };
}

function mayNot(found: string): Step {
  return step('This page may call it', false, found);
}

function failed(steps: readonly Step[], why: RunError): Checkup {
  return stopped(steps, diagnosticOf(why));
}

function stopped(steps: readonly Step[], why: Diagnostic): Checkup {
  return { steps, problem: why, models: null, recipes: [] };
}

/** An https page may call http on this device alone. */
function isMixed(page: string, url: string): boolean {
  return page.startsWith('https:') && new URL(url).protocol === 'http:' && !isThisDevice(url);
}

/** Addresses behind which the browser sees the local network (RFC 1918, link-local, unique local) or this device. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    isThisDevice(url) ||
    /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /^\[f[cde]/.test(hostname) ||
    hostname.endsWith('.local')
  );
}
