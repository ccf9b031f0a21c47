import type { ModelConnection } from '#models';
import { type ModelSpec, modelNamed, type Workspace } from '#plan';
import { refuse } from '../outcome';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * H2: what a connection stands for on the command line: `PLANLOOM_CONNECTION_<NAME>_URL` and `_KEY`, NAME being its
 * id in capitals with `_` for everything else. A workspace's suggested address is never used by itself (case A2).
 */
export function connectionFrom(env: Environment, connection: string): ModelConnection | null {
  const name = environmentName(connection);
  const url = env[`PLANLOOM_CONNECTION_${name}_URL`];
  if (!url) return null;
  return { url, key: env[`PLANLOOM_CONNECTION_${name}_KEY`] || null };
}

/** The keys that are known: none of them is ever written (case H6). */
export function secretsFrom(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /^PLANLOOM_CONNECTION_.+_KEY$/.test(name) && value ? [value] : [],
  );
}

/** Connections that the environment names, by their ids in lower case. */
export function connectionsIn(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    const found = /^PLANLOOM_CONNECTION_(.+)_URL$/.exec(name)?.[1];
    return found === undefined ? [] : [found.toLowerCase()];
  });
}

/**
 * The models of a workspace with the chosen one first, so that planners which name none ask it. It may be the id of a
 * model, or `connection/model name` for one that the workspace does not list.
 *
 * @throws Refusal `MODEL_UNKNOWN`
 */
export function modelsWith(models: readonly ModelSpec[], chosen: string | undefined): ModelSpec[] {
  if (chosen === undefined) return [...models];
  const model = modelNamed(models, chosen);
  if (model !== undefined) return [model, ...models.filter((one) => one !== model)];
  const ids = models.map(({ id }) => id).join(', ') || 'none';
  throw refuse(
    'MODEL_UNKNOWN',
    `There is no model "${chosen}".`,
    `Models of the workspace: ${ids}. A model of a connection is written connection/name.`,
  );
}

/** The workspace as a run with that model sees it. */
export function withModel(workspace: Workspace, chosen: string | undefined): Workspace {
  return { ...workspace, models: modelsWith(workspace.models, chosen) };
}

function environmentName(connection: string): string {
  return connection.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}
