import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { arrange } from '#layout';
import { type Sketch, sketchOf } from '#picture';
import { type Graph, graphOf, graphOfRun } from '#projection';
import { SAMPLES } from '#samples';
import { runToRest, sample } from './hosting';

const FOLDER = new URL('../../src/samples/sketches/', import.meta.url);
const fileOf = (id: string): URL => new URL(`${id}.json`, FOLDER);

describe('E8 the pictures of the templates', () => {
  test.each(SAMPLES.map(({ id }) => id))('%s: its own plan, with what unfolds in it', async (id) => {
    const drawn = `${JSON.stringify(await sketchOfSample(id), null, 2)}\n`;
    if (process.env.UPDATE_SKETCHES !== undefined) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(fileOf(id), drawn);
    }
    expect(JSON.parse(existsSync(fileOf(id)) ? readFileSync(fileOf(id), 'utf8') : 'null')).toEqual(
      JSON.parse(drawn),
    );
  });

  test('no two are alike: of their cards less than half stand where those of another do', () => {
    const pictures = SAMPLES.map(({ id }): readonly string[] =>
      cardsOf(JSON.parse(readFileSync(fileOf(id), 'utf8'))),
    );
    for (const [index, one] of pictures.entries())
      for (const other of pictures.slice(index + 1)) {
        const same = one.filter((card) => other.includes(card)).length;
        expect(same / Math.max(one.length, other.length)).toBeLessThan(1 / 2);
      }
  });
});

/** Cards by their icon and where it stands. */
function cardsOf({ marks }: Sketch): readonly string[] {
  return marks.flatMap((mark) => (mark.tag === 'icon' ? [`${mark.name} ${mark.x} ${mark.y}`] : []));
}

/** A template as it stands when its run has come to rest; that it has run is not shown. */
async function sketchOfSample(id: string): Promise<Sketch | null> {
  const workspace = sample(id);
  const [plan] = workspace.plans;
  if (plan === undefined) throw new Error(id);
  const graph =
    plan.kind === 'capability' ? graphOfRun(plan, (await runToRest(workspace)).view) : graphOf(plan);
  const boxes = arrange(graph, workspace.layout[plan.id] ?? {}, { layouts: workspace.layout });
  const declared = (capability: string) => BUILT_IN_CATALOGUE.get(capability)?.icon;
  return sketchOf(unfoldedIn(atRest(graph)), boxes, { declared });
}

/** What a planner made, with the box that it unfolded in: the cards around it are those of every such plan. */
function unfoldedIn(graph: Graph): Graph {
  const box = graph.nodes.find(({ key }) =>
    graph.nodes.some(({ parent, dynamic }) => dynamic && parent === key),
  );
  if (box === undefined) return graph;
  const nodes = graph.nodes.filter(({ key, parent }) => key === box.key || parent === box.key);
  const keys = new Set(nodes.map(({ key }) => key));
  return { nodes, edges: graph.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)) };
}

function atRest({ nodes, edges }: Graph): Graph {
  return {
    nodes: nodes.map((node) => ({ ...node, status: null })),
    edges: edges.map((edge) => ({ ...edge, state: 'idle' as const })),
  };
}
