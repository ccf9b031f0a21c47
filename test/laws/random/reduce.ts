import type { BodySketch, NodeSketch, RunSketch } from './sketch';

/**
 * Makes a sketch that breaks a law as small as can be, by leaving out one thing after another for as long as the law
 * stays broken: what fast-check's own shrinking of lists within lists leaves standing.
 */
export function reduced(sketch: RunSketch, isBroken: (smaller: RunSketch) => boolean): RunSketch {
  for (let at = sketch; ; ) {
    const smaller = smallerRuns(at).find(isBroken);
    if (smaller === undefined) return at;
    at = smaller;
  }
}

function smallerRuns(run: RunSketch): RunSketch[] {
  return [
    ...smallerBodies(run.main).map((main) => ({ ...run, main })),
    ...smallerBodies(run.sub).map((sub) => ({ ...run, sub })),
    ...withoutOne(run.events).map((events) => ({ ...run, events })),
    ...(run.hasResult ? [{ ...run, hasResult: false }] : []),
  ];
}

/** Without a node, with the contents of a container in its place, without an edge, or with a smaller node. */
function smallerBodies({ nodes, links }: BodySketch): BodySketch[] {
  const without = nodes.map((_, index) => ({
    nodes: nodes.filter((_node, at) => at !== index),
    links: links
      .map((link) => placed(link, nodes.length))
      .filter(({ from, to }) => from !== index && to !== index)
      .map((link) => ({ ...link, from: link.from - +(link.from > index), to: link.to - +(link.to > index) })),
  }));
  const inner = nodes.flatMap(({ bodies }) => bodies);
  const smaller = nodes.flatMap((node, index) =>
    smallerNodes(node).map((one) => ({ nodes: nodes.with(index, one), links })),
  );
  return [...without, ...inner, ...withoutOne(links).map((fewer) => ({ nodes, links: fewer })), ...smaller];
}

function placed(link: BodySketch['links'][number], count: number): BodySketch['links'][number] {
  return { ...link, from: link.from % count, to: link.to % count };
}

function smallerNodes(node: NodeSketch): NodeSketch[] {
  const plain: NodeSketch = {
    ...node,
    onError: 'fail',
    retry: null,
    timeoutMs: null,
    disabled: null,
    marks: [],
    features: [],
    writes: 9,
  };
  const fields = (Object.keys(plain) as (keyof NodeSketch)[]).filter(
    (key) => JSON.stringify(plain[key]) !== JSON.stringify(node[key]),
  );
  const [first] = node.outcomes;
  return [
    ...fields.map((key) => ({ ...node, [key]: plain[key] })),
    ...(node.outcomes.length > 1 && first ? [{ ...node, outcomes: [first] }] : []),
    ...node.bodies.flatMap((body, index) =>
      smallerBodies(body).map((one) => ({ ...node, bodies: node.bodies.with(index, one) })),
    ),
    ...(node.bodies.length > 1 ? [{ ...node, bodies: node.bodies.slice(0, -1) }] : []),
  ];
}

function withoutOne<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, index) => items.filter((_item, at) => at !== index));
}
