import { ICONS, type Sketch, type SketchShape } from '#picture';
import './styles/preview.css';

const RADIUS = 14;
const BOX_RADIUS = 18;
const LETTER = 26;
const GLYPH = 34;
const GRID = 24;

/**
 * A sketch of a graph, as SVG that fills its parent and cannot be touched (E8): shapes, icons and lines in the colours of what
 * the nodes are.
 *
 * @param label what the picture shows; without it the picture is decoration
 * @param words writes the names of the cards in place of their icons
 */
export function SketchView({
  sketch: { bounds, shapes, lines },
  label,
  words = false,
}: {
  readonly sketch: Sketch;
  readonly label?: string | undefined;
  readonly words?: boolean;
}) {
  return (
    <svg
      className="graph-preview"
      viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
      preserveAspectRatio="xMidYMid meet"
      role={label === undefined ? 'presentation' : 'img'}
      aria-label={label}
    >
      {shapes.filter((shape) => shape.open).map(drawShape)}
      {lines.map(({ key, d, state, lit }) => (
        <path key={key} className="line" data-state={state} data-lit={lit || undefined} d={d} />
      ))}
      {shapes.filter((shape) => !shape.open).map(drawShape)}
      {shapes.map(words ? drawName : drawGlyph)}
    </svg>
  );
}

function drawShape({ key, kind, status, open, x, y, width, height }: SketchShape) {
  return (
    <rect
      key={key}
      className="shape"
      data-kind={kind}
      data-status={status}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={open ? BOX_RADIUS : RADIUS}
    />
  );
}

/** The icon of a card in its middle, as large as can be read from afar. */
function drawGlyph({ key, kind, icon, x, y, width, height }: SketchShape) {
  if (icon === undefined) return null;
  const size = Math.min(GLYPH, 0.7 * height);
  const place = `translate(${x + (width - size) / 2} ${y + (height - size) / 2}) scale(${size / GRID})`;
  return <path key={`${key} icon`} className="glyph" data-kind={kind} d={ICONS[icon]} transform={place} />;
}

/** The name of a card in its middle, of a box at its top; as large as fits. */
function drawName({ key, title, open, x, y, width, height }: SketchShape) {
  const size = Math.min(LETTER, (width - 12) / (0.58 * Math.max(1, title.length)));
  return (
    <text
      key={`${key} name`}
      className="name"
      x={open ? x + 12 : x + width / 2}
      y={open ? y + 22 : y + height / 2}
      fontSize={size}
      textAnchor={open ? 'start' : 'middle'}
      dominantBaseline="middle"
    >
      {title}
    </text>
  );
}
