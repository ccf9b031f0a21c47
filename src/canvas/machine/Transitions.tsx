import { useMemo } from 'react';
import { middleOf, type Rect, routeOf, svgPath } from '#picture';
import type { Point } from '../state/gestures';
import type { MachineGraph, MachineTransition } from './machineGraph';

const CORNER = 14;
const SELF_LOOP = 22;

interface Drawn {
  readonly transition: MachineTransition;
  readonly points: readonly Point[];
}

/** All transitions as one picture with arrow heads, and their labels as pills in the middle of the lines. */
export function Transitions({
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
