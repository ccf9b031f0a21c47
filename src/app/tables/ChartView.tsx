import { ImageDown } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { type Chart, cellText } from '#tables';
import { Button } from '../parts/Button';
import { Popover } from '../parts/Popover';
import { sayThrown } from '../state/sayTrouble';
import { Bars } from './Bars';
import styles from './ChartView.module.css';
import { Line } from './Line';
import { saveChart } from './saveChart';

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
