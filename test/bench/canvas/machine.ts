import type { JsonObject } from '#base';

const GROUPS = 24;
const WITHIN = 11;

/**
 * A machine of 300 states: compound states of a dozen each, every third one parallel, and some 500 transitions, a tenth of
 * them across. As a document, to be imported as a person would.
 */
export function machineAsWorkspace(): string {
  const plan = { id: 'main', kind: 'state-machine', variables: [], states: groups() };
  return JSON.stringify({
    format: 'planloom/workspace',
    version: 1,
    id: 'machine-300',
    name: 'Machine of 300',
    plans: [plan],
  });
}

function groups(): readonly JsonObject[] {
  return Array.from({ length: GROUPS }, (_, group) => {
    const id = `g${group}`;
    const on = [{ event: `go.${group}`, target: `g${(group + 1) % GROUPS}` }];
    if (group % 3 !== 0) return { id, on, states: steps(group, 0, WITHIN) };
    const half = Math.floor(WITHIN / 2);
    return {
      id,
      type: 'parallel',
      on,
      states: [
        { id: `${id}-left`, states: steps(group, 0, half) },
        { id: `${id}-right`, states: steps(group, half, WITHIN - half) },
      ],
    };
  });
}

/** States in a row: each leads to the next, every second back to the first or over the next, every tenth far away. */
function steps(group: number, from: number, count: number): JsonObject[] {
  const id = (at: number): string => `g${group}s${at}`;
  return Array.from({ length: count }, (_, index): JsonObject => {
    const at = from + index;
    const last = from + count - 1;
    const on: JsonObject[] = [];
    if (at < last) on.push({ event: `next.${at}`, target: id(at + 1) });
    if (index % 2 === 1) on.push({ event: `again.${at}`, target: id(at === last ? from : from + index - 1) });
    if (index % 3 === 2 && at + 2 <= last) on.push({ event: `skip.${at}`, target: id(at + 2) });
    if (index === 1) on.push({ event: `leave.${group}`, target: `g${(group + 5) % GROUPS}` });
    return { id: id(at), on };
  });
}
