import type { Diagnostic } from '#base';
import { arrange } from '#layout';
import type { Catalogue, Plan, Workspace } from '#plan';
import { type Boxes, type Graph, graphOfMachine, graphOfPlan, shareGraph } from '#projection';
import type { ProposalRules } from './stores';

/** Its cards and edges, and where they stand, seen whole and unfolded. */
export interface PlanDrawing {
  readonly graph: Graph;
  readonly boxes: Boxes;
}

type Places = Workspace['layout'][string];

/** What a plan is drawn with, besides itself. */
interface DrawnWith {
  readonly workspace: Workspace;
  readonly diagnostics: readonly Diagnostic[];
  readonly catalogue: Catalogue;
}

const EMPTY: Graph = { nodes: [], edges: [] };
const NO_PLACES: Places = {};
/** As a plan was before an edit, and as it is after it. */
const MOST_KEPT = 2;

/**
 * Plans of the document as they are drawn while no run is shown, each drawn once for as long as it stays what it is: with
 * 20,000 nodes that takes a tenth of a second, and an edit, what it pushes aside and the scene all ask for it. What they
 * are made from is known by identity, for nothing of a document changes in place. Where nodes stand follows from their
 * places, too: what is remembered of a plan alone would be wrong as soon as something is moved.
 */
export class Drawings {
  readonly #marksOf: ProposalRules['marksOf'] | undefined;
  #with: DrawnWith | null = null;
  #graphs: readonly (readonly [Plan, Graph])[] = [];
  /** What is drawn next shares the cards that read as in it. */
  #last: Graph = EMPTY;
  #boxes: readonly (readonly [Graph, Places, Boxes])[] = [];

  /** @param marksOf what stands on the cards of a plan besides */
  constructor(marksOf?: ProposalRules['marksOf']) {
    this.#marksOf = marksOf;
  }

  /** From now on plans are drawn with this. */
  drawWith(now: DrawnWith): void {
    const before = this.#with;
    const isSame =
      before !== null &&
      before.diagnostics === now.diagnostics &&
      before.catalogue === now.catalogue &&
      before.workspace.models === now.workspace.models &&
      hasSameNames(before.workspace, now.workspace);
    this.#with = now;
    if (!isSame) this.#graphs = [];
  }

  /** @returns null where the workspace has no such plan */
  of(workspace: Workspace, planId: string): PlanDrawing | null {
    const plan = workspace.plans.find((one) => one.id === planId);
    if (plan === undefined) return null;
    const graph = this.graphOf(plan);
    return { graph, boxes: this.boxesOf(graph, workspace.layout[planId]) };
  }

  graphOf(plan: Plan): Graph {
    const known = this.#graphs.find(([drawn]) => drawn === plan);
    if (known !== undefined) return known[1];
    const graph = shareGraph(this.#last, this.#draw(plan));
    this.#last = graph;
    this.#graphs = [[plan, graph] as const, ...this.#graphs].slice(0, MOST_KEPT);
    return graph;
  }

  /** Where the cards of such a graph stand, seen whole and unfolded. */
  boxesOf(graph: Graph, places: Places = NO_PLACES): Boxes {
    const known = this.#boxes.find(([of, at]) => of === graph && at === places);
    if (known !== undefined) return known[2];
    const boxes = arrange(graph, places);
    this.keepBoxes(graph, places, boxes);
    return boxes;
  }

  /** These were found elsewhere. */
  keepBoxes(graph: Graph, places: Places = NO_PLACES, boxes: Boxes): void {
    this.#boxes = [[graph, places, boxes] as const, ...this.#boxes].slice(0, MOST_KEPT);
  }

  #draw(plan: Plan): Graph {
    const graph =
      plan.kind === 'state-machine'
        ? graphOfMachine(plan)
        : graphOfPlan(plan, this.#with?.diagnostics, this.#with?.catalogue, this.#with?.workspace);
    return this.withMarks(plan, graph);
  }

  /** A graph of a plan with what stands on its cards besides. */
  withMarks(plan: Plan, graph: Graph): Graph {
    const marks = this.#marksOf?.(plan);
    if (marks === undefined) return graph;
    const nodes = graph.nodes.map((node) => ({ ...node, mark: marks.get(node.node.id) ?? node.mark }));
    return { ...graph, nodes };
  }
}

/** Cards of SUB_PLANs say what the plans are called that they run. */
function hasSameNames({ plans: before }: Workspace, { plans: now }: Workspace): boolean {
  return (
    before === now ||
    (before.length === now.length &&
      now.every(({ id, name }, index) => id === before[index]?.id && name === before[index]?.name))
  );
}
