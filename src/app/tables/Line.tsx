import type { PointerEvent } from 'react';
import { scaleFor } from '#tables';
import styles from './ChartView.module.css';
import { axisText, textWidth } from './chartText';
import type { DrawnChart } from './drawnChart';

const HEIGHT = 220;
const FOOT = 24;
const TOP = 18;
const STEPS = 4;
/** From so many points on they are not marked one by one. */
const DENSE = 40;

/** Figures of periods: a line that is broken where a period is missing, above an axis that begins at zero. */
export function Line({ chart: { points, figure }, width, at, onLook }: DrawnChart) {
  const scale = scaleFor(
    points.flatMap(({ value }) => value ?? []),
    STEPS,
  );
  const ticks = scale.ticks.map((tick) => axisText(tick, figure));
  const left = Math.max(...ticks.map(textWidth)) + 10;
  const right = 18;
  const x = (index: number) => left + ((width - left - right) * index) / Math.max(1, points.length - 1);
  const y = (value: number) =>
    TOP + (HEIGHT - TOP - FOOT) * (1 - (value - scale.min) / (scale.max - scale.min));
  const look = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - left) / (width - left - right);
    onLook(Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1)))));
  };
  const every = Math.ceil(points.length / Math.max(2, Math.floor((width - left) / LABEL_ROOM)));
  const looked = at === null ? undefined : points[at];
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden
      className={styles.drawing}
      onPointerMove={look}
      onPointerLeave={() => onLook(null)}
    >
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : styles.grid}
            x1={left}
            x2={width - right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className={styles.tick} x={left - 6} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {ticks[index]}
          </text>
        </g>
      ))}
      {points.map(({ label }, index) =>
        index % every === 0 ? (
          <text
            key={label}
            className={styles.tick}
            x={x(index)}
            y={HEIGHT - 6}
            textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
          >
            {label}
          </text>
        ) : null,
      )}
      <path
        className={styles.line}
        d={pathOf(
          points.map(({ value }) => value),
          x,
          y,
        )}
      />
      {points.map(({ label, value }, index) =>
        value !== null && (points.length <= DENSE || isLonely(points, index)) ? (
          <circle key={label} className={styles.dot} cx={x(index)} cy={y(value)} r={3} />
        ) : null,
      )}
      {at !== null && looked !== undefined && (
        <g>
          <line className={styles.looked} x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - FOOT} />
          {looked.value !== null && (
            <circle className={styles.lookedDot} cx={x(at)} cy={y(looked.value)} r={5} />
          )}
        </g>
      )}
    </svg>
  );
}

const LABEL_ROOM = 84;

/** A point between two gaps, which no line would show. */
function isLonely(points: readonly { readonly value: number | null }[], index: number): boolean {
  return (points[index - 1]?.value ?? null) === null && (points[index + 1]?.value ?? null) === null;
}

/** Moves where a piece begins, draws where it goes on: a missing value breaks the line and is no zero. */
function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .flatMap((value, index) => {
      if (value === null) return [];
      const isStart = (values[index - 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}
