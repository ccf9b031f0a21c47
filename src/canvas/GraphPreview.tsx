import { useContext, useMemo } from 'react';
import { sketchOf } from '#picture';
import type { Boxes, Graph } from '#projection';
import { DeclaredIcons } from './glyphs/capabilityIcons';
import { SketchView } from './SketchView';

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
  const sketch = useMemo(() => sketchOf(graph, boxes, declared), [graph, boxes, declared]);
  return sketch && <SketchView sketch={sketch} label={label} words={words} />;
}
