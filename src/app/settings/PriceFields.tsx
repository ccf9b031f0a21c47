import { type Diagnostic, problem } from '#base';
import { listedPrice, PRICES_OF } from '#models';
import type { ModelSpec } from '#plan';
import type { Refusal } from '../forms/formProblems';
import { readNumber } from '../forms/numbers';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { Field } from '../ui/Field';
import styles from './SettingsDialog.module.css';

type Price = NonNullable<ModelSpec['price']>;

interface Props {
  readonly model: ModelSpec;
  /** Changes the model, or says why it cannot. */
  readonly put: (model: ModelSpec) => Refusal;
}

const MICRO = 1_000_000;
const DOLLARS = 'USD';
const MOST = 1_000_000;

/** What a model costs (K10): for a million tokens, read and written. Budgets of money ask where that is not known. */
export function PriceFields({ model, put }: Props) {
  const { price } = model;
  const listed = listedPrice(model.model);
  const change = (part: Partial<Price>): Refusal => {
    const old = price ?? { input: 0, output: 0, currency: DOLLARS };
    return put({ ...model, price: { ...old, ...part, date: new Date().toISOString().slice(0, DAY) } });
  };
  const amount = (part: 'input' | 'output') => (text: string) => {
    if (text.trim() === '') return put(withoutPrice(model));
    const read = readNumber(text, { integer: false, minimum: 0, maximum: MOST });
    return read.ok ? change({ [part]: Math.round(read.value * MICRO) }) : read.problem;
  };
  const shown = (part: 'input' | 'output') => (price === undefined ? '' : String(price[part] / MICRO));
  return (
    <>
      <div className={styles.row}>
        <Field label="Price of a million tokens read">
          {(ids) => (
            <TextInput {...ids} value={shown('input')} placeholder="not known" onCommit={amount('input')} />
          )}
        </Field>
        <Field label="Price of a million tokens written">
          {(ids) => (
            <TextInput {...ids} value={shown('output')} placeholder="not known" onCommit={amount('output')} />
          )}
        </Field>
        <Field label="Currency">
          {(ids) => (
            <TextInput
              {...ids}
              value={price?.currency ?? ''}
              placeholder={DOLLARS}
              onCommit={(text) =>
                /^[A-Z]{3}$/.test(text.trim()) ? change({ currency: text.trim() }) : noCurrency(text)
              }
            />
          )}
        </Field>
      </div>
      {price !== undefined && <p className={styles.muted}>Price of {price.date}.</p>}
      {listed !== null && price === undefined && (
        <div className={styles.actions}>
          <Button size="small" variant="outline" onClick={() => put({ ...model, price: listed })}>
            Take the price of {PRICES_OF}
          </Button>
        </div>
      )}
    </>
  );
}

/** Characters of a date, without the time. */
const DAY = 10;

function withoutPrice({ price: _price, ...rest }: ModelSpec): ModelSpec {
  return rest;
}

function noCurrency(text: string): Diagnostic {
  return problem(
    'CURRENCY_INVALID',
    `“${text.trim()}” is not a currency.`,
    'Write its three letters, such as EUR.',
  );
}
