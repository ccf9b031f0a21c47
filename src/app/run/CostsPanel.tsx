import { useMemo } from 'react';
import { type Cost, costsOf, namesOf } from '#projection';
import { cx } from '../parts/cx';
import { EmptyNote } from '../parts/EmptyNote';
import { Panel } from '../parts/Panel';
import styles from './CostsPanel.module.css';
import figures from './FiguresTable.module.css';
import { moneyText } from './moneyText';
import { useView } from './runStore';

/** Calls, tokens and money per node, added up over what is inside it (K12). */
export function CostsPanel() {
  const view = useView();
  const costs = useMemo(() => (view === null ? null : costsOf(view)), [view]);
  if (!view || !costs || costs.rows.length === 0) {
    return (
      <Panel name="Costs">
        <EmptyNote>Calls, tokens and money add up here while a plan runs.</EmptyNote>
      </Panel>
    );
  }
  const names = namesOf(view);
  return (
    <Panel name="Costs">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <div className={figures.scroll} tabIndex={0}>
        <table className={cx(figures.table, styles.table)}>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Calls</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {costs.rows.map((row) => (
              <tr key={row.address} style={{ '--depth': row.depth }}>
                <th scope="row">{names(row.address)}</th>
                <Cells cost={row.total} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">The whole run</th>
              <Cells cost={costs.total} />
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

function Cells({ cost }: { readonly cost: Cost }) {
  return (
    <>
      <td>{cost.calls}</td>
      <td>{tokensText(cost.inputTokens, cost)}</td>
      <td>{tokensText(cost.outputTokens, cost)}</td>
      <td>{cost.microUnits === 0 ? '–' : moneyText(cost)}</td>
    </>
  );
}

/** Tokens that no service has counted are about right (K10). */
function tokensText(value: number, { isEstimated }: Cost): string {
  if (value === 0) return '–';
  return isEstimated ? `about ${value.toLocaleString('en')}` : value.toLocaleString('en');
}
