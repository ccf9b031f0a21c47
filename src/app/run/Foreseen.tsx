import { useId } from 'react';
import { type Diagnostic, type Result, withoutAttempt } from '#base';
import { moneyText, type RunView } from '#projection';
import type { CallCounts, Definition, Foreseen, Price } from '#runtime';
import { counted } from '../parts/counted';
import type { Extent } from '../state/canvas';
import styles from './GoOnDialog.module.css';

/** What comes of a definition. */
interface Way {
  readonly definition: Definition;
  readonly outcome: Result<{ readonly foreseen: Foreseen }, readonly Diagnostic[]>;
}

interface DefinitionChoiceProps {
  readonly ways: readonly Way[];
  /** What was edited since, in words. */
  readonly edits: readonly string[];
  readonly chosen: Definition;
  readonly onChoose: (definition: Definition) => void;
}

const TITLES: Readonly<Record<Definition, string>> = {
  current: 'As it is now',
  recorded: 'As it was',
};

/** D1: a plan that was edited since its run: with which of the two the new run goes on. */
export function DefinitionChoice({ ways, edits, chosen, onChoose }: DefinitionChoiceProps) {
  const group = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${group}-title`}>
      <h3 id={`${group}-title`} className={styles.title}>
        Which definition
      </h3>
      <div className={styles.choices}>
        {ways.map(({ definition, outcome }) => (
          <label key={definition} className={styles.choice}>
            <input
              type="radio"
              name={group}
              checked={definition === chosen}
              onChange={() => onChoose(definition)}
            />
            <span>
              {TITLES[definition]}
              <small>{outcome.ok ? countsOf(outcome.value.foreseen) : 'It has errors and cannot run.'}</small>
              {definition === 'current' && edits.map((edit) => <small key={edit}>{edit}</small>)}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

function countsOf({ reused, again, asks }: Foreseen): string {
  return `${counted(reused.length, 'step')} reused, ${again.length + asks.length} called again at once.`;
}

interface ForeseenCostProps {
  readonly earlier: RunView;
  readonly foreseen: Foreseen;
  readonly extent: Extent;
}

/** K10: whom a run that goes on asks at once, what that may cost, and what the rest took in the run of before. */
export function ForeseenCost({ earlier, foreseen, extent }: ForeseenCostProps) {
  const { counts, price } = foreseen;
  const asked = countsText(counts);
  return (
    <div>
      <p className={styles.muted}>
        {asked === '' ? 'Nobody is asked at once.' : `At once: ${asked}. ${priceText(price)}`}
      </p>
      {extent !== 'only' && <p className={styles.muted}>{tookText(earlier, foreseen)}</p>}
    </div>
  );
}

const KINDS: readonly (readonly [keyof CallCounts, string])[] = [
  ['models', 'model call'],
  ['planners', 'plan'],
  ['tools', 'tool call'],
  ['people', 'question to you'],
  ['events', 'wait for an event'],
];

function countsText(counts: CallCounts): string {
  return KINDS.filter(([kind]) => counts[kind] > 0)
    .map(([kind, thing]) => several(counts[kind], thing))
    .join(', ');
}

/** The first word has the plural: “2 questions to you”. */
function several(count: number, thing: string): string {
  const [, head = thing, rest = ''] = /^(question|wait)( .*)$/.exec(thing) ?? [];
  return `${counted(count, head)}${rest}`;
}

function priceText(price: Price): string {
  switch (price.kind) {
    case 'none':
      return 'No model is asked.';
    case 'most':
      return price.microUnits === 0 ? 'Its model costs nothing.' : `They may cost up to ${moneyText(price)}.`;
    case 'open':
      return 'What they cost depends on how long the replies are.';
    case 'unknown':
      return 'No price is known for the model.';
  }
}

/** What the steps that are not reused took then: the best guess at what comes after the first of them. */
function tookText(earlier: RunView, { reused }: Foreseen): string {
  const kept = new Set(reused);
  const rest = [...earlier.nodes.values()].filter(({ address }) => !kept.has(withoutAttempt(address)));
  const calls = rest.reduce((sum, record) => sum + record.calls, 0);
  if (calls === 0) return '';
  const microUnits = rest.reduce((sum, { usage }) => sum + (usage.microUnits ?? 0), 0);
  const { currency = null } = earlier.usage;
  const money = microUnits === 0 ? '' : ` and ${moneyText({ microUnits, currency })}`;
  return `What is not reused took ${counted(calls, 'call')}${money} in the earlier run.`;
}
