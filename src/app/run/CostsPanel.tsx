import { useMemo } from 'react';
import { estimatedTokens } from '#base';
import type { ModelSpec } from '#plan';
import { type Cost, costsOf, moneyText, namesOf } from '#projection';
import { isThisDevice } from '#runtime';
import { EmptyNote, Panel } from '../parts/Panel';
import styles from './CostsPanel.module.css';
import { FiguresTable } from './FiguresTable';
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
      <FiguresTable className={styles.table} columns={COLUMNS}>
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
      </FiguresTable>
    </Panel>
  );
}

const COLUMNS = ['Step', 'Calls', 'Tokens in', 'Tokens out', 'Cost'];

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

/** How fast a model writes is told from here on: before it is a guess. */
const SOONEST_MS = 1_000;

/** What a model has written, as it is told while it writes. */
interface ModelFigures {
  /** Counted here by its bytes, since a service tells the count at the end. */
  readonly tokens: number;
  /** Tokens a second since it was asked; null while that says nothing. */
  readonly speed: number | null;
}

export function modelFigures(bytes: number, elapsedMs: number): ModelFigures {
  const tokens = estimatedTokens(bytes);
  const isTold = tokens > 0 && elapsedMs >= SOONEST_MS;
  return { tokens, speed: isTold ? Math.round((tokens * 1_000) / elapsedMs) : null };
}

const MICRO = 1_000_000;

/**
 * What so many tokens of an answer cost, in words; null where no price is known.
 *
 * @param url where the model is; null where that is not known: one on this device costs nothing
 */
export function costWords(tokens: number, price: ModelSpec['price'], url: string | null): string | null {
  if (price === undefined) return url !== null && isThisDevice(url) ? 'no cost' : null;
  if (price.output === 0) return 'no cost';
  return `≈ ${((tokens * price.output) / MICRO / MICRO).toFixed(4)} ${price.currency}`;
}
