import type { ModelSpec } from '#plan';
import type { Command } from '../command';
import { connectionFrom, connectionsIn } from '../host/connections';
import { readWorkspace } from '../host/readFiles';
import { done } from '../outcome';

export const models: Command = {
  name: 'models',
  files: ['FILE'],
  required: 0,
  about:
    'Lists the models of a workspace and the connections of the environment (PLANLOOM_CONNECTION_<NAME>_URL, _KEY):\n{models, connections}. No key is printed, and nothing is asked.',
  options: {},
  examples: ['models plan.planloom.json'],
  run: async ({ files: [file] }, { env }) => {
    const specs: readonly ModelSpec[] = file === undefined ? [] : (await readWorkspace(file)).models;
    return done({
      models: specs.map((spec) => ({ ...spec, connected: connectionFrom(env, spec.connection) !== null })),
      connections: connectionsIn(env).map((id) => {
        const connection = connectionFrom(env, id);
        return { id, url: connection?.url ?? null, hasKey: connection !== null && connection.key !== null };
      }),
    });
  },
};
