import '../canvas.css';
import {
  Background,
  BackgroundVariant,
  type Node,
  type NodeProps,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  ViewportPortal,
} from '@xyflow/react';
import { memo, useMemo, useState } from 'react';
import { middleOf, type Rect, routeOf, svgPath } from '#picture';
import { FitFirst, ZoomBar } from '../controls/ZoomBar';
import { CanvasContext, createCanvasStore } from '../state/canvasStore';
import type { Point } from '../state/gestures';
import { FIT } from '../state/useFit';

const NO_PRO_BADGE = { hideAttribution: true };

/**
 * The compiled machine (C3), to look at: states as rounded boxes, a dot where a region begins, a ring around final
 * states, labels on the transitions.
 *
 * @param rects places from the corner of the parent: `arrangeMachine` of `#layout` makes them
 */
export function MachineView({
  graph,
  rects,
}: {
  readonly graph: MachineGraph;
  readonly rects: ReadonlyMap<string, Rect>;
}) {
  const [store] = useState(createCanvasStore);
  const absolute = useMemo(() => absoluteStates(graph.states, rects), [graph, rects]);
  useMemo(() => store.setState({ rects: absolute }), [store, absolute]);
  const nodes = useMemo(() => stateNodes(graph, rects), [graph, rects]);
  return (
    <CanvasContext value={store}>
      <ReactFlowProvider>
        <section aria-label="State view" className="plan-canvas machine" data-mode="view">
          <ReactFlow
            nodes={nodes}
            nodeTypes={NODE_TYPES}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            panOnScroll
            minZoom={FIT.minZoom}
            maxZoom={2.5}
            zoomOnDoubleClick={false}
            proOptions={NO_PRO_BADGE}
          >
            <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} color="var(--dot)" />
            <ViewportPortal>
              <Transitions graph={graph} rects={absolute} />
            </ViewportPortal>
            <FitFirst />
            <ZoomBar />
          </ReactFlow>
        </section>
      </ReactFlowProvider>
    </CanvasContext>
  );
}

const WRAPPER = { 'aria-roledescription': undefined };

function stateNodes(graph: MachineGraph, rects: ReadonlyMap<string, Rect>): StateNode[] {
  const shown = new Set<string>();
  const parallel = new Set(graph.states.flatMap(({ key, kind }) => (kind === 'parallel' ? [key] : [])));
  const containers = new Set(graph.states.map(({ parent }) => parent));
  return graph.states.flatMap((state): StateNode[] => {
    const rect = rects.get(state.key);
    if (!rect) return [];
    shown.add(state.key);
    const node: Node<StateNode['data'], 'state'> = {
      id: state.key,
      type: 'state',
      data: {
        state,
        open: containers.has(state.key),
        parted: state.parent !== null && parallel.has(state.parent) ? partedOf(rect) : null,
      },
      position: { x: rect.x, y: rect.y },
      width: rect.width,
      height: rect.height,
      domAttributes: WRAPPER,
    };
    return [state.parent !== null && shown.has(state.parent) ? { ...node, parentId: state.parent } : node];
  });
}

/** The first pane of a row has nothing at its left, those of the first row nothing above. */
function partedOf({ x, y, height }: Rect): NonNullable<StateNode['data']['parted']> {
  const [left, top] = [x > 0, y >= height];
  if (left && top) return 'both';
  if (left) return 'left';
  return top ? 'top' : 'none';
}

const CORNER = 14;
const SELF_LOOP = 22;

interface Drawn {
  readonly transition: MachineTransition;
  readonly points: readonly Point[];
}

/** All transitions as one picture with arrow heads, and their labels as pills in the middle of the lines. */
function Transitions({
  graph,
  rects,
}: {
  readonly graph: MachineGraph;
  readonly rects: ReadonlyMap<string, Rect>;
}) {
  const drawn = useMemo(() => {
    const siblings = siblingsOf(graph, rects);
    return graph.transitions.flatMap((transition) => draw(transition, rects, siblings));
  }, [graph, rects]);
  return (
    <>
      <svg className="transitions" aria-hidden="true">
        <defs>
          {['plain', 'lit'].map((kind) => (
            <marker
              key={kind}
              id={`arrow-${kind}`}
              className={kind}
              viewBox="0 0 8 8"
              refX="7.5"
              refY="4"
              markerWidth="6"
              markerHeight="6"
              orient="auto-start-reverse"
            >
              <path d="M0 0.5L8 4L0 7.5Z" />
            </marker>
          ))}
        </defs>
        {drawn.map(({ transition, points }) => (
          <path
            key={transition.key}
            d={svgPath(points, CORNER)}
            data-lit={transition.lit || undefined}
            markerEnd={`url(#arrow-${transition.lit ? 'lit' : 'plain'})`}
          />
        ))}
      </svg>
      {drawn.map(({ transition, points }) => (
        <Label key={transition.key} transition={transition} at={middleOf(points)} />
      ))}
    </>
  );
}

function Label({ transition, at }: { readonly transition: MachineTransition; readonly at: Point }) {
  if (transition.label === '') return null;
  return (
    <span
      className="transition-label"
      data-lit={transition.lit || undefined}
      style={{ left: at.x, top: at.y }}
    >
      {transition.label}
    </span>
  );
}

/** The rectangles that lie in the same state, by the key of each. */
type Siblings = ReadonlyMap<string, readonly Rect[]>;

function siblingsOf({ states }: MachineGraph, rects: ReadonlyMap<string, Rect>): Siblings {
  const inside = new Map<string | null, Rect[]>();
  const of = new Map<string, readonly Rect[]>();
  for (const { key, parent } of states) {
    const rect = rects.get(key);
    const list = inside.get(parent) ?? [];
    inside.set(parent, list);
    of.set(key, list);
    if (rect) list.push(rect);
  }
  return of;
}

function draw(
  transition: MachineTransition,
  rects: ReadonlyMap<string, Rect>,
  siblings: Siblings,
): readonly Drawn[] {
  const source = rects.get(transition.from);
  const target = rects.get(transition.to);
  if (!source || !target) return [];
  if (transition.from === transition.to) return [{ transition, points: loopOf(source) }];
  const around = (siblings.get(transition.from) ?? []).filter((rect) => rect !== source && rect !== target);
  return [{ transition, points: between(source, target, around) }];
}

function between(source: Rect, target: Rect, obstacles: readonly Rect[]): readonly Point[] {
  const from = { x: source.x + source.width, y: source.y + Math.min(28, source.height / 2) };
  const to = { x: target.x, y: target.y + Math.min(28, target.height / 2) };
  return routeOf({ source, target, from, to, down: false, scale: 1 }, obstacles);
}

/** A transition to itself leaves and enters at the top. */
function loopOf(rect: Rect): readonly Point[] {
  const left = rect.x + rect.width * 0.6;
  const right = rect.x + rect.width * 0.85;
  return [
    { x: left, y: rect.y },
    { x: left, y: rect.y - SELF_LOOP },
    { x: right, y: rect.y - SELF_LOOP },
    { x: right, y: rect.y },
  ];
}

/** Rectangles of states from the origin, given those from their parents' corners. */
function absoluteStates(
  states: readonly MachineState[],
  rects: ReadonlyMap<string, Rect>,
): ReadonlyMap<string, Rect> {
  const parents = new Map(states.map((state) => [state.key, state.parent]));
  const absolute = new Map<string, Rect>();
  for (const [key, rect] of rects) {
    let { x, y } = rect;
    for (let up = parents.get(key) ?? null; up !== null; up = parents.get(up) ?? null) {
      x += rects.get(up)?.x ?? 0;
      y += rects.get(up)?.y ?? 0;
    }
    absolute.set(key, { ...rect, x, y });
  }
  return absolute;
}

/** A state as React Flow holds it. */
type StateNode = Node<
  {
    readonly state: MachineState;
    /** Whether states lie in it. */
    readonly open: boolean;
    /** Of a region of a parallel state: on which sides a dashed line parts it from the one before. */
    readonly parted: 'none' | 'left' | 'top' | 'both' | null;
  },
  'state'
>;

/** A state: its name and what it does; a box around its children; a mark where a region begins and ends. */
const StateCard = memo(function StateCard({ data }: NodeProps<StateNode>) {
  const { state, open, parted } = data;
  if (state.kind === 'initial') return <span className="mark initial" title="Begins here" />;
  if (state.kind === 'final' && state.title === '') {
    const words = state.active ? 'The run has ended here' : 'Ends here';
    return <span className="mark end" data-active={state.active || undefined} title={words} />;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: like the nodes of a plan; a fieldset would be a form.
    <div
      role="group"
      aria-label={`${state.title}, ${state.kind}${state.active ? ', active' : ''}`}
      data-state-key={state.key}
      className={parted === null ? `state-card ${open ? 'open' : ''}` : 'region'}
      data-kind={state.kind}
      data-active={state.active || undefined}
      data-parted={parted ?? undefined}
    >
      <div className="state-title">
        <span className="name" title={state.title}>
          {state.title}
        </span>
        {open && <span className="fact">{state.line}</span>}
        {state.kind === 'final' && <span className="kind">final</span>}
      </div>
      {!open && state.line !== '' && (
        <span className="line" title={state.line}>
          {state.line}
        </span>
      )}
    </div>
  );
});

const NODE_TYPES: NodeTypes = { state: StateCard };

/** A state of a machine to draw. */
export interface MachineState {
  readonly key: string;
  /** Key of the state it lies in; null at the top. */
  readonly parent: string | null;
  readonly title: string;
  /** What it does: "invokes table.load", "parallel, all regions must finish". */
  readonly line: string;
  readonly kind: 'initial' | 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Whether the run is in it now. */
  readonly active?: boolean;
}

/** A transition between two states, by key. */
export interface MachineTransition {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** The event, the guard or the delay; empty for none. */
  readonly label: string;
  /** Whether it is possible now. */
  readonly lit?: boolean;
}

/** What the State view draws: `machineGraph` of `#compile` makes it. */
export interface MachineGraph {
  readonly states: readonly MachineState[];
  readonly transitions: readonly MachineTransition[];
}
