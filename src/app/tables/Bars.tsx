import { cellText, compactNumber, scaleFor } from '#tables';
import { cx } from '../parts/cx';
import styles from './ChartView.module.css';
import { axisText, cutTo, textWidth } from './chartText';
import type { DrawnChart } from './drawnChart';

const BAR = 22;
const GAP = 11;
const AXIS = 22;
const STEP = 64;
const WIDEST_LABEL = 0.34;

/** Figures of groups: lengths from zero, to the left where they are negative. */
export function Bars({ chart: { points, figure }, width, at, onLook }: DrawnChart) {
  const isNarrow = width < 420;
  const valueText = (value: number | null) =>
    value === null ? 'nothing' : isNarrow ? compactNumber(value) : cellText(value, figure);
  const labels = points.map(({ label }) => label);
  const left = Math.min(width * WIDEST_LABEL, Math.max(...labels.map(textWidth)) + 12);
  const right = Math.max(...points.map(({ value }) => textWidth(valueText(value)))) + 10;
  const room = Math.max(40, width - left - right);
  const scale = scaleFor(
    points.flatMap(({ value }) => value ?? []),
    Math.max(1, Math.floor(room / STEP)),
  );
  // A negative value stands at the left of its bar: the axis begins where that has room.
  const before = scale.min < 0 ? right : 0;
  const x = (value: number) =>
    Math.round(left + before + ((value - scale.min) / (scale.max - scale.min)) * (room - before));
  const height = points.length * (BAR + GAP) + AXIS;
  const largest = Math.max(...points.map(({ value }) => Math.abs(value ?? 0)));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      className={styles.drawing}
    >
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : styles.grid}
            x1={x(tick)}
            x2={x(tick)}
            y1={0}
            y2={height - AXIS}
          />
          <text className={styles.tick} x={x(tick)} y={height - 6} textAnchor="middle">
            {axisText(tick, figure)}
          </text>
        </g>
      ))}
      {points.map(({ label, value }, index) => {
        const top = index * (BAR + GAP) + GAP / 2;
        const [from, to] = [x(Math.min(0, value ?? 0)), x(Math.max(0, value ?? 0))];
        const isMain = at === null ? Math.abs(value ?? 0) === largest : at === index;
        const isNegative = value !== null && value < 0;
        return (
          <g key={label} onPointerEnter={() => onLook(index)} onPointerLeave={() => onLook(null)}>
            <rect className={styles.hit} x={0} y={top - GAP / 2} width={width} height={BAR + GAP} />
            <text className={styles.label} x={0} y={top + BAR / 2} dominantBaseline="central">
              {cutTo(label, left - 12)}
            </text>
            {value !== null && (
              <rect
                className={cx(styles.bar, isMain && styles.main)}
                x={from}
                y={top}
                width={Math.max(to - from, value === 0 ? 0 : 1)}
                height={BAR}
                rx={3}
              />
            )}
            <text
              className={cx(styles.value, isMain && styles.strong)}
              x={isNegative ? from - 6 : to + 6}
              y={top + BAR / 2}
              textAnchor={isNegative ? 'end' : 'start'}
              dominantBaseline="central"
            >
              {valueText(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
