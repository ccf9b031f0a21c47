import { type Diagnostic, problem } from '#base';
import {
  type ConnectionKind,
  checkConnection,
  connectionKindOf,
  endpointOf,
  type ModelConnection,
  type Recipe,
  recipesFor,
  type Step,
} from '#models';
import type { Command } from '../command';
import { connectionFrom, connectionsIn } from '../host/connections';
import { EXIT, refuse } from '../outcome';

const PATIENCE_MS = 20_000;

export const doctor: Command = {
  name: 'doctor',
  files: ['CONNECTION'],
  about:
    'Tells what keeps a connection from working, from here and from a page, and the remedy: {ok, steps, problem?, models?, recipes?}. CONNECTION is one of the environment (PLANLOOM_CONNECTION_<NAME>_URL, _KEY) or an address. No key is printed.',
  options: {
    origin: {
      type: 'string',
      value: 'ORIGIN',
      about: 'The page that is to use it; http://127.0.0.1:4173 by default.',
    },
  },
  examples: ['doctor http://localhost:11434/v1', 'doctor lab --origin https://planloom.example'],
  run: async ({ files: [name = ''], text }, { env }) => {
    const connection = /^https?:/i.test(name) ? { url: name, key: null } : connectionFrom(env, name);
    if (connection === null)
      throw refuse(
        'CONNECTION_UNKNOWN',
        `The environment names no connection "${name}".`,
        `It names: ${connectionsIn(env).join(', ') || 'none'}. An address can be given as well.`,
      );
    const page = text('origin') ?? 'http://127.0.0.1:4173';
    const result = await diagnose(connection, page, AbortSignal.timeout(PATIENCE_MS));
    return { exit: result.ok ? EXIT.done : EXIT.failed, result };
  },
};

/** What the doctor found. */
interface Diagnosis {
  readonly ok: boolean;
  readonly steps: readonly Finding[];
  readonly problem?: Diagnostic;
  readonly models?: readonly string[];
  readonly recipes?: readonly Recipe[];
}

interface Finding extends Omit<Step, 'name'> {
  readonly name: string;
}

/**
 * Tests a connection from here, where no browser stands in between, and then what a page of that origin would be told: what a
 * page cannot see of its own refusal.
 */
export async function diagnose(
  connection: ModelConnection,
  page: string,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const here = await checkConnection(connection, { fetch, page: null, signal });
  if (here.problem !== null) {
    const recipes = here.recipes.length > 0 ? { recipes: here.recipes } : {};
    return { ok: false, steps: here.steps, problem: here.problem, ...recipes };
  }
  const models = here.models ?? [];
  const kind = connectionKindOf(connection);
  const refusal = kind && (await refusalOf(connection, kind, page, signal));
  const found = refusal ?? `answers of ${page} can be read`;
  const steps = [...here.steps, { name: `Server lets ${page} read`, ok: refusal === null, found }];
  if (refusal === null) return { ok: true, steps, models };
  const why = problem(
    'MODEL_CORS',
    `The server works, and does not let pages of ${page} read its answers: ${refusal}.`,
    'Allow that origin in the settings of the server, with the headers authorization and content-type.',
  );
  return {
    ok: false,
    steps,
    problem: why,
    models,
    recipes: recipesFor(kind?.servers ?? [], connection.url, page),
  };
}

/** What a browser would ask before it sends a key, and why it would go no further; null when it would. */
async function refusalOf(
  { url, key }: ModelConnection,
  { authorize, callPath }: ConnectionKind,
  page: string,
  signal: AbortSignal,
): Promise<string | null> {
  const ofKey = Object.keys(authorize(key));
  const headers = {
    origin: page,
    'access-control-request-method': 'POST',
    'access-control-request-headers': [...ofKey, 'content-type'].join(','),
  };
  const address = endpointOf(url, callPath);
  const answer = await fetch(address, { method: 'OPTIONS', headers, redirect: 'manual', signal }).catch(
    () => null,
  );
  if (answer === null) return 'the preflight was not answered';
  void answer.body?.cancel().catch(() => {});
  if (!answer.ok) return `the preflight (OPTIONS) got status ${answer.status}`;
  const origin = answer.headers.get('access-control-allow-origin');
  if (origin === null) return 'no Access-Control-Allow-Origin';
  if (origin !== '*' && origin !== page) return `Access-Control-Allow-Origin names ${origin.slice(0, 100)}`;
  const allowed = (answer.headers.get('access-control-allow-headers') ?? '')
    .toLowerCase()
    .replaceAll(' ', '')
    .split(',');
  // The wildcard does not stand for `authorization`.
  const lacking = [...ofKey, 'content-type'].find(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  );
  return lacking === undefined ? null : `Access-Control-Allow-Headers lacks ${lacking}`;
}
