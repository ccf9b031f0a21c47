import './styles/picture.css';
import { createElement, useContext, useMemo } from 'react';
import { type Part, pictureOf, sketchOf } from '#picture';
import type { Boxes, Graph } from '#projection';
import { DeclaredIcons } from './glyphs/glyphs';
import { markElement } from './paint/markElement';
import { SketchView } from './SketchView';

interface Props {
  readonly graph: Graph;
  readonly boxes: Boxes;
  /** What it shows. */
  readonly label: string;
}

const MARGIN = 16;

/** A graph as the canvas would show it, to be looked at: as wide as there is room for, and never larger than on the canvas. */
export function PictureView({ graph, boxes, label }: Props) {
  const declared = useContext(DeclaredIcons);
  const { bounds, parts } = useMemo(() => pictureOf(graph, boxes, declared), [graph, boxes, declared]);
  const width = bounds.width + 2 * MARGIN;
  const height = bounds.height + 2 * MARGIN;
  return (
    <svg
      className="graph-picture"
      role="img"
      aria-label={label}
      width={width}
      viewBox={`${bounds.x - MARGIN} ${bounds.y - MARGIN} ${width} ${height}`}
    >
      {parts.map((part) => (
        <PartView key={`${part.kind} ${part.key}`} part={part} />
      ))}
    </svg>
  );
}

function PartView({ part: { x, y, scale, marks, parts = [] } }: { readonly part: Part }) {
  const transform = `translate(${x} ${y}) scale(${scale})`;
  const inside = parts.map((part) => <PartView key={`${part.kind} ${part.key}`} part={part} />);
  // Marks have no name but their place: as arguments they need none.
  return createElement('g', { transform }, ...marks.map(markElement), inside);
}

/**
 * A small picture of a graph (E8), sketched where it is shown.
 *
 * @param label what the picture shows; without it the picture is decoration
 * @param words writes the names of the cards
 */
export function GraphPreview({
  graph,
  boxes,
  label,
  words = false,
}: {
  readonly graph: Graph;
  readonly boxes: Boxes;
  readonly label?: string;
  readonly words?: boolean;
}) {
  const declared = useContext(DeclaredIcons);
  const sketch = useMemo(() => sketchOf(graph, boxes, { declared, words }), [graph, boxes, declared, words]);
  return sketch && <SketchView sketch={sketch} label={label} />;
}
