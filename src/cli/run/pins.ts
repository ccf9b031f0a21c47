import { didYouMean, isId, isJsonObject, type Json, LIMITS, parseExactJson } from '#base';
import type { Commit, Pin, PinnedEnd, PinnedPlace } from '#kernel';
import { allNodes, type Catalogue, NODE_TYPES, type PlanNode, type Workspace } from '#plan';
import type { Given } from '../command';
import { refuse } from '../outcome';
import type { Fork } from './fork';

/**
 * H1, D10 `--pin KEY=JSON`. KEY is the id of a node of FILE, else of a capability; where FILE has planners it may be that of a
 * node to come. JSON is the output; an object of `output` or `error`, and perhaps `when`, and nothing else is the pin spelt out.
 *
 * @throws Refusal when it is not of that form, or names nothing: what was meant would be called
 */
export function readPins(given: Given, workspace: Workspace, catalogue: Catalogue): readonly Pin[] {
  return given.all('pin').map((one) => {
    const [, key, text] = /^([^=]+)=([\s\S]*)$/.exec(one) ?? [];
    if (key === undefined || text === undefined)
      throw refuse('USAGE', `--pin takes KEY=JSON, not "${one}".`, EXAMPLE);
    const value = parseExactJson(text, LIMITS.jsonDepth);
    if (!value.ok) throw refuse('USAGE', `--pin ${key}: ${value.problem.message}`, EXAMPLE);
    return { ...placeOf(key, workspace, catalogue), ...spelled(key, value.value) };
  });
}

/** A fork keeps the pins of its run, behind those that are given. */
export function withPins(fork: Fork | null, pins: readonly Pin[]): Fork | null {
  if (fork === null || pins.length === 0) return fork;
  return { ...fork, reuse: { ...fork.reuse, pins: [...pins, ...(fork.reuse.pins ?? [])] } };
}

/** For people: pins that served nothing, which may be a slip of the pen or a condition that never held. */
export function unusedPins(given: Given, commits: readonly Commit[]): readonly string[] {
  const entries = commits.flatMap((commit) => commit.entries);
  const used = new Set(
    entries.flatMap((entry) => (entry.kind === 'served' && 'pin' in entry.data ? [entry.data.pin] : [])),
  );
  return given.all('pin').flatMap((one, place) => {
    const [key = ''] = one.split('=');
    return used.has(place) ? [] : [`--pin ${key}: nothing in this run was served by it.`];
  });
}

const EXAMPLE = `For example --pin 'look={"rows": []}', or --pin 'look={"error": {"code": "DOWN", "message": "It is down."}}'.`;

function placeOf(key: string, workspace: Workspace, catalogue: Catalogue): PinnedPlace {
  const nodes = nodesOf(workspace);
  const meant = nodes.filter(({ id }) => id === key);
  const [first] = meant;
  if (first !== undefined && !meant.some(({ type }) => NODE_TYPES[type].pinnable))
    throw refuse(
      'PIN_INVALID',
      `--pin ${key}: a node of type ${first.type} asks nobody, so nothing can be pinned there.`,
      'Pin the node that calls something, before or inside it.',
    );
  if (first !== undefined) return { node: key };
  if (catalogue.has(key)) return { capability: key };
  if (isId(key) && nodes.some(({ type }) => type === 'PLANNER' || type === 'PLAN_EXECUTOR'))
    return { node: key };
  const known = [...nodes.map(({ id }) => id), ...catalogue.keys()];
  throw refuse(
    'PIN_INVALID',
    `--pin ${key}: there is no node and no capability of that name.`,
    `${didYouMean(key, known)}Name a node of FILE, or a capability that \`planloom capabilities\` lists.`,
  );
}

function nodesOf({ plans }: Workspace): readonly PlanNode[] {
  return plans.flatMap((plan) =>
    plan.kind === 'capability' ? [...allNodes(plan)].map(({ node }) => node) : [],
  );
}

function spelled(key: string, value: Json): PinnedEnd & Pick<Pin, 'when'> {
  if (!isJsonObject(value) || !isSpeltOut(Object.keys(value))) return { output: value };
  const { output = null, error, when } = value;
  if (when !== undefined && typeof when !== 'string') throw notSpelled(key, '"when" is not a condition');
  const condition = when === undefined ? {} : { when };
  if (error === undefined) return { output, ...condition };
  const { code, message, ...rest } = isJsonObject(error) ? error : {};
  if (typeof code !== 'string' || typeof message !== 'string' || Object.keys(rest).length > 0)
    throw notSpelled(key, '"error" is not {"code", "message"}, two texts');
  return { error: { code, message }, ...condition };
}

/** Exactly one of the two, and perhaps `when`. */
function isSpeltOut(keys: readonly string[]): boolean {
  const ends = keys.filter((key) => key !== 'when');
  return ends.length === 1 && (ends[0] === 'output' || ends[0] === 'error');
}

function notSpelled(key: string, what: string) {
  return refuse(
    'PIN_INVALID',
    `--pin ${key}: ${what}.`,
    `To give such an object as the output, write {"output": …} around it. ${EXAMPLE}`,
  );
}
