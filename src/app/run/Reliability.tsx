import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { durationText, wilson } from '#base';
import { type Reliability as Row, reliabilityOf } from '#projection';
import type { AttemptLine } from '#storage';
import { cx } from '../parts/cx';
import { Select } from '../parts/Input';
import { EmptyNote, FilterBar, Panel } from '../parts/Panel';

import { useSession } from '../state/session';
import figures from './FiguresTable.module.css';
import styles from './Reliability.module.css';
import { allAttempts } from './runLists';

const NONE: readonly AttemptLine[] = [];

/** P7: how often the first reply of each model was accepted, over the person's own attempts: by this planners choose. */
export function Reliability() {
  const { id } = useSession();
  const { data: lines = NONE } = useQuery(allAttempts);
  const [of, setOf] = useState<'here' | 'all'>('here');
  const rows = useMemo(() => {
    const here = lines.filter(({ workspace }) => workspace === id);
    return reliabilityOf(of === 'here' ? here : lines.map((line) => ({ ...line, workspace: '' })));
  }, [lines, of, id]);
  return (
    <Panel name="Reliability">
      <FilterBar>
        <Select
          aria-label="Attempts of"
          value={of}
          onChange={({ target }) => setOf(target.value === 'all' ? 'all' : 'here')}
        >
          <option value="here">This workspace</option>
          <option value="all">All workspaces</option>
        </Select>
        <span className={styles.note}>
          A planner with several models asks the one first whose plans were accepted most surely in this
          workspace.
        </span>
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyNote>
          No model has been asked for a plan {of === 'here' ? 'in this workspace' : 'in this browser'} yet.
        </EmptyNote>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <div className={figures.scroll} tabIndex={0}>
          <table className={cx(figures.table, styles.table)}>
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">Planner</th>
                <th scope="col">Accepted at first</th>
                <th scope="col">At least</th>
                <th scope="col">No plan</th>
                <th scope="col">Refused</th>
                <th scope="col">Failed</th>
                <th scope="col">Repairs</th>
                <th scope="col">Tokens each</th>
                <th scope="col">Time each</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ReliabilityRow key={`${row.workspace} ${row.flavour} ${row.model} ${row.name}`} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function ReliabilityRow({ row }: { readonly row: Row }) {
  const { name, flavour, tried, accepted, unreadable, refused, failed, repairs, tokens, latencyMs } = row;
  const [low] = wilson(accepted, tried, 0.9);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{flavour}</td>
      <td>
        {accepted} of {tried}
      </td>
      <td>{tried === 0 ? '–' : `${Math.floor(low * 100)}%`}</td>
      <td>{unreadable}</td>
      <td>{refused}</td>
      <td>{failed}</td>
      <td>{repairs}</td>
      <td>{tried === 0 ? '–' : Math.round(tokens / tried).toLocaleString('en')}</td>
      <td>{durationText(latencyMs)}</td>
    </tr>
  );
}
