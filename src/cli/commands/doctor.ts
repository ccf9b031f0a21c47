import type { Command } from '../command';
import { diagnose } from '../doctor/diagnose';
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
