import type { GraphEdge } from '#projection';

type Used = ReadonlyMap<string, ReadonlySet<string>>;

const KNOWN = new WeakMap<readonly GraphEdge[], Used>();
const NONE: ReadonlySet<string> = new Set();

/** The ports of a node that edges leave from: those have their name on the edge. Worked out once for all nodes. */
export function usedPorts(edges: readonly GraphEdge[], key: string): ReadonlySet<string> {
  const used = KNOWN.get(edges) ?? indexOf(edges);
  KNOWN.set(edges, used);
  return used.get(key) ?? NONE;
}

function indexOf(edges: readonly GraphEdge[]): Used {
  const used = new Map<string, Set<string>>();
  for (const { from, port } of edges) {
    const ports = used.get(from);
    if (ports) ports.add(port);
    else used.set(from, new Set([port]));
  }
  return used;
}
