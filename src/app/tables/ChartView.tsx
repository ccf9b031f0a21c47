import { ImageDown } from 'lucide-react';
import { type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { readableNumber, withUnit } from '#capabilities';
import { type Chart, cellText, compactNumber, scaleFor, type TableColumn } from '#tables';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { cx } from '../parts/cx';
import { Popover } from '../parts/Popover';
import { painted } from '../share/pictures';
import { sayThrown } from '../state/sayTrouble';
import styles from './ChartView.module.css';

interface Props {
  readonly chart: Chart;
  readonly fileName: string;
  /** No table stands below it: its points are told to screen readers here. */
  readonly isAlone: boolean;
}

/** A chart, with the point under the pointer or the keys said in full; a table of it where none is shown beside it. */
export function ChartView({ chart, fileName, isAlone }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const menu = useId();
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setWidth(element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  const { kind, by, figure, points, leftOut } = chart;
  const name = `${kind === 'bar' ? 'Bar' : 'Line'} chart of ${figure.label} by ${by.label}`;
  const said = (index: number) => {
    const point = points[index];
    return point === undefined ? '' : `${point.label}: ${textOf(chart, point.value)}`;
  };
  const save = async (format: 'svg' | 'png') => {
    const svg = box.current?.querySelector('svg');
    try {
      if (svg) await saveChart(svg, format, fileName);
    } catch (thrown) {
      sayThrown(thrown, 'The chart could not be saved.');
    }
  };
  const Drawn = kind === 'bar' ? Bars : Line;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>
          {figure.label} by {by.label}
        </span>
        <span className={styles.unit}>{at === null ? (figure.unit ?? '') : said(at)}</span>
        <Button size="small" icon={ImageDown} popoverTarget={menu}>
          Save chart
        </Button>
        <Popover id={menu} label="Save chart as">
          {(close) => (
            <ul className={styles.formats}>
              {(['svg', 'png'] as const).map((format) => (
                <li key={format}>
                  <Button
                    onClick={() => {
                      void save(format);
                      close();
                    }}
                  >
                    {format.toUpperCase()}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Popover>
      </figcaption>
      <input
        type="range"
        className={styles.keys}
        aria-label={`Points of the ${name.toLowerCase()}`}
        aria-valuetext={said(at ?? 0)}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={at ?? 0}
        onChange={({ target }) => setAt(Number(target.value))}
        onFocus={() => setAt((before) => before ?? 0)}
        onBlur={() => setAt(null)}
      />
      <div ref={box} role="img" aria-label={name} className={styles.box}>
        {width > 0 && <Drawn chart={chart} width={width} at={at} onLook={setAt} />}
      </div>
      {leftOut > 0 && (
        <p className={styles.unit}>
          The largest {points.length}; {leftOut} more are in the table.
        </p>
      )}
      {isAlone && <PointsTable chart={chart} name={name} />}
    </figure>
  );
}

function textOf({ figure }: Chart, value: number | null): string {
  return value === null ? 'nothing' : cellText(value, figure);
}

function PointsTable({ chart, name }: { readonly chart: Chart; readonly name: string }) {
  return (
    <table className="visually-hidden">
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">{chart.by.label}</th>
          <th scope="col">{chart.figure.label}</th>
        </tr>
      </thead>
      <tbody>
        {chart.points.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            <td>{textOf(chart, point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** From here on a number is shortened where there is little room. */
const LONG = 1_000;

/** Beside a bar with little room: long numbers short and all without a unit, others as their table has them. */
function shortText(value: number, { decimals }: TableColumn): string {
  return Math.abs(value) < LONG ? readableNumber(value, decimals) : compactNumber(value);
}

const BAR = 22;
const GAP = 11;
const AXIS = 22;
const STEP = 64;
const WIDEST_LABEL = 0.34;

/** Figures of groups: lengths from zero, to the left where they are negative. */
function Bars({ chart: { points, figure }, width, at, onLook }: DrawnChart) {
  const isNarrow = width < 420;
  const valueText = (value: number | null) =>
    value === null ? 'nothing' : isNarrow ? shortText(value, figure) : cellText(value, figure);
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

const HEIGHT = 220;
const FOOT = 24;
const TOP = 18;
const STEPS = 4;
/** From so many points on they are not marked one by one. */
const DENSE = 40;

/** Figures of periods: a line that is broken where a period is missing, above an axis that begins at zero. */
function Line({ chart: { points, figure }, width, at, onLook }: DrawnChart) {
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

/** Of the interface's font at 12 px, a little more than the average letter takes. */
const LETTER = 6.9;

/** How wide a text is drawn, about, in CSS pixels. */
export function textWidth(text: string): number {
  return text.length * LETTER;
}

/** As much of a text as there is room for. */
export function cutTo(text: string, width: number): string {
  // A width that was added up of letters may come out a hair less than they are.
  const most = Math.max(2, Math.floor(width / LETTER + 0.01));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** A number on an axis, with its unit: `€100k`. */
function axisText(value: number, { unit }: TableColumn): string {
  return value === 0 ? '0' : withUnit(compactNumber(value), unit);
}

/** What a drawn chart gets: how wide it may be, and the point that is looked at. */
interface DrawnChart {
  readonly chart: Chart;
  readonly width: number;
  readonly at: number | null;
  readonly onLook: (index: number | null) => void;
}

/** What a picture needs of the styles that it has on the screen. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
] as const;
/** Dots for each CSS pixel. */
const SCALE = 2;

/** Offers a drawn chart as a file, as it looks now, on the colour that it stands on. */
async function saveChart(svg: SVGSVGElement, format: 'svg' | 'png', name: string): Promise<void> {
  const text = standAlone(svg);
  if (format === 'svg') return saveFile(`${name}.svg`, text, 'image/svg+xml');
  const { width, height } = svg.getBoundingClientRect();
  const dots = await painted(text, width * SCALE, height * SCALE);
  if (dots === null) throw new Error('This browser did not paint the picture. Take it as SVG.');
  saveFile(`${name}.png`, dots, 'image/png');
}

/** The drawing with its styles written into it: a file has no style sheet of ours. */
function standAlone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [drawn, copied] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  for (const [index, element] of copied.entries()) {
    const from = drawn[index];
    if (from === undefined) continue;
    const style = getComputedStyle(from);
    for (const property of STYLES) element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute('class');
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute(
    'fill',
    getComputedStyle(document.documentElement).getPropertyValue('--surface').trim(),
  );
  copy.prepend(ground);
  copy.removeAttribute('class');
  return new XMLSerializer().serializeToString(copy);
}
