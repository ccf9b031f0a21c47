import { ChartNoAxesColumn, Rows2, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { chartOf, tableInMemory } from '#tables';
import { Segments } from '../parts/Segments';
import { ChartView } from '../tables/ChartView';
import { DataTable } from '../tables/DataTable';
import styles from './AnswerRows.module.css';
import type { AnswerTable } from './answerTable';

type Shown = 'both' | 'chart' | 'table';

const CHOICES = [
  { id: 'both', title: 'Both', icon: Rows2 },
  { id: 'chart', title: 'Chart', icon: ChartNoAxesColumn },
  { id: 'table', title: 'Table', icon: Table2 },
] as const;

/** The rows of an answer: as a chart where they are figures of groups or periods, and as a table. */
export function AnswerRows({ table, title }: { readonly table: AnswerTable; readonly title: string }) {
  const [shown, setShown] = useState<Shown>('both');
  const { rows, columns } = table;
  const source = useMemo(() => tableInMemory(columns, rows), [columns, rows]);
  const chart = useMemo(() => chartOf(columns, rows, table.chart), [columns, rows, table.chart]);
  return (
    <div className={styles.rows} data-rows-of-answer>
      {chart !== null && (
        <Segments
          label="Show the answer as"
          segments={CHOICES}
          chosen={shown}
          onChoose={setShown}
          className={styles.choice}
        />
      )}
      {chart !== null && shown !== 'table' && (
        <ChartView chart={chart} fileName={title} isAlone={shown === 'chart'} />
      )}
      {(chart === null || shown !== 'chart') && (
        <DataTable source={source} label={title} look="plain" fileName={title} />
      )}
    </div>
  );
}
