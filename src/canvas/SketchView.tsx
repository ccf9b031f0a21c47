import './styles/preview.css';
import { createElement } from 'react';
import type { Sketch } from '#picture';
import { markElement } from './paint/markElement';

/**
 * A sketch of a graph, as SVG that fills its parent and cannot be touched (E8).
 *
 * @param label what the picture shows; without it the picture is decoration
 */
export function SketchView({
  sketch: { bounds, marks },
  label,
}: {
  readonly sketch: Sketch;
  readonly label?: string | undefined;
}) {
  return createElement(
    'svg',
    {
      className: 'graph-preview',
      viewBox: `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`,
      preserveAspectRatio: 'xMidYMid meet',
      role: label === undefined ? 'presentation' : 'img',
      'aria-label': label,
    },
    // Marks have no name but their place: as arguments they need none.
    ...marks.map(markElement),
  );
}
