import { useId, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { type Address, counted, type Diagnostic, isWithin, type Result, ROOT, withoutAttempt } from '#base';
import type { ForeseenMark } from '#canvas';
import {
  type Boxes,
  type Graph,
  type GraphNode,
  isSettled,
  moneyText,
  placeOf,
  project,
  type RunView,
  shortValue,
} from '#projection';
import type { CallCounts, Definition, Foreseen, Price, StaleSteps } from '#runtime';
import { isPinnable } from '../pins/pinOf';
import type { Extent } from '../state/canvas';
import { useSession } from '../state/session';
import type { Forecast } from '../state/shownRun';
import styles from './GoOnDialog.module.css';

export function useForecast(): Forecast | null {
  return useStore(useSession().shown.forecast, ({ forecast }) => forecast);
}

/** Has it drawn on the canvas as long as the form is open. */
export function useShownForecast(forecast: Forecast | null): void {
  const store = useSession().shown.forecast;
  useLayoutEffect(() => store.setState({ forecast }), [store, forecast]);
  useLayoutEffect(() => () => store.setState({ forecast: null }), [store]);
}

const REUSED: ForeseenMark = { kind: 'reused', word: 'reused' };
const REUSED_IF_SAME: ForeseenMark = { kind: 'reused', word: 'reused if unchanged' };
const AGAIN: ForeseenMark = { kind: 'called', word: 'called again' };
const CALLED: ForeseenMark = { kind: 'called', word: 'called' };
/** What nobody has called yet, and the run may come to. */
const MAY_BE_CALLED: ForeseenMark = { kind: 'called', word: 'may be called' };
const STALE: ForeseenMark = { kind: 'stale', word: 'stale, called again' };
const ASKS: ForeseenMark = { kind: 'asks', word: 'asks you first' };
const MAY_ASK: ForeseenMark = { kind: 'asks', word: 'may ask you first' };
const RUNS_AGAIN: ForeseenMark = { kind: 'called', word: 'runs again' };

/** D1: a run that goes on from another. What stops at a step does not come to what lies behind it. */
export function forecastOf(
  earlier: RunView,
  foreseen: Foreseen,
  stale: StaleSteps,
  extent: Extent,
): Forecast {
  const { reused, again, called, asks, mayAsk, later, commits } = foreseen;
  const goesOn = extent !== 'only' && extent !== 'upTo';
  const markOf = (address: Address) => {
    const reason = stale.get(address);
    return reason === undefined || reason.kind === 'before' ? AGAIN : STALE;
  };
  const known = again.filter(({ because }) => because !== 'not run');
  const steps = new Map<Address, ForeseenMark>([
    ...(goesOn ? called.map((address) => [address, markOf(address)] as const) : []),
    ...(goesOn ? later.map((address) => [address, REUSED_IF_SAME] as const) : []),
    ...reused.map((address) => [address, REUSED] as const),
    ...again.map(({ address }) => [address, CALLED] as const),
    ...known.map(({ address }) => [address, markOf(address)] as const),
    ...(goesOn ? mayAsk.map((address) => [address, MAY_ASK] as const) : []),
    ...asks.map((address) => [address, ASKS] as const),
  ]);
  return { kind: 'goOn', steps, ahead: project(commits), goesOn, earlier };
}

/** D3: a fork. What it takes from the record has no badge: it is what is drawn as it was. */
export function forecastOfFork(earlier: RunView, { called, later, commits }: Foreseen): Forecast {
  const steps = new Map<Address, ForeseenMark>([
    ...called.map((address) => [address, RUNS_AGAIN] as const),
    ...later.map((address) => [address, REUSED_IF_SAME] as const),
  ]);
  return { kind: 'fork', steps, ahead: project(commits), goesOn: true, earlier };
}

/** A graph, and what its cards say of the run that is about to start. */
interface Drawn {
  readonly graph: Graph;
  readonly foreseen: ReadonlyMap<string, ForeseenMark>;
}

/**
 * Draws what a run that is about to start would do: a badge on each step that it takes from the record or calls (D1). Of a fork what
 * is solid comes from the record and what is dashed runs again, with what came of it before (D3).
 *
 * @param shown what of it is not called, or not seen
 */
export function drawForecast(graph: Graph, forecast: Forecast | null, shown: ShownCards): Drawn {
  if (forecast === null) return { graph, foreseen: NOTHING };
  const { pinned } = shown;
  const marks = new Marks(graph, forecast, shown);
  const foreseen = new Map(
    graph.nodes.flatMap((card) => {
      const mark = pinned.has(card.key) ? null : marks.of(card);
      return mark === null ? [] : [[card.key, mark] as const];
    }),
  );
  return { graph: forecast.kind === 'goOn' ? graph : dashed(graph, forecast, foreseen), foreseen };
}

interface ShownCards {
  /** Keys of cards that are not called. */
  readonly pinned: ReadonlySet<string>;
  /** What is seen has a box. */
  readonly boxes: Boxes;
  /** Where the run has the machine that is drawn; absent where the run itself is drawn. */
  readonly place?: Address | undefined;
}

const NOTHING: ReadonlyMap<string, ForeseenMark> = new Map();

class Marks {
  readonly #forecast: Forecast;
  /** What the cards say whose rounds are not drawn: of several the gravest. */
  readonly #byKey = new Map<string, ForeseenMark>();
  readonly #opened: ReadonlySet<string | null>;
  readonly #around: string;

  constructor(graph: Graph, forecast: Forecast, { boxes, place = ROOT }: ShownCards) {
    this.#forecast = forecast;
    this.#opened = new Set(graph.nodes.flatMap(({ key, parent }) => (boxes.has(key) ? [parent] : [])));
    this.#around = placeOf(place).key;
    for (const [address, mark] of forecast.steps) {
      const { key } = placeOf(address);
      this.#byKey.set(key, graver(this.#byKey.get(key), mark));
    }
  }

  of(card: GraphNode): ForeseenMark | null {
    if (card.lane !== null || card.type === 'NOTE') return null;
    const address = withoutAttempt(card.address);
    const isRound = card.status !== null && card.type !== 'STATE';
    const key = `${this.#around}${card.key}`;
    const own = isRound ? this.#forecast.steps.get(address) : this.#byKey.get(key);
    if (own !== undefined) return own;
    // What is drawn in it says it.
    if (this.#opened.has(card.key)) return null;
    return (
      this.#inside(isRound ? this.#forecast.steps : this.#byKey, isRound ? address : key) ?? this.#after(card)
    );
  }

  #inside(marks: ReadonlyMap<string, ForeseenMark>, place: string): ForeseenMark | null {
    let gravest: ForeseenMark | undefined;
    for (const [address, mark] of marks)
      if (address !== place && isWithin(address, place)) gravest = graver(gravest, mark);
    return gravest ?? null;
  }

  #after(card: GraphNode): ForeseenMark | null {
    const { goesOn, ahead, kind } = this.#forecast;
    if (!goesOn || kind === 'fork' || !isPinnable(card) || card.status === 'succeeded') return null;
    const status = ahead.nodes.get(withoutAttempt(card.address))?.status ?? null;
    return isSettled(status) ? null : MAY_BE_CALLED;
  }
}

const GRAVITY: readonly ForeseenMark['kind'][] = ['reused', 'called', 'stale', 'asks'];

function graver(one: ForeseenMark | undefined, other: ForeseenMark): ForeseenMark {
  return one !== undefined && GRAVITY.indexOf(one.kind) >= GRAVITY.indexOf(other.kind) ? one : other;
}

function dashed(graph: Graph, forecast: Forecast, foreseen: ReadonlyMap<string, ForeseenMark>): Graph {
  const again = new Set(
    graph.nodes.filter((card) => runsAgain(card, foreseen.get(card.key))).map(({ key }) => key),
  );
  return {
    nodes: graph.nodes.map((card) => (again.has(card.key) ? planned(card, forecast) : card)),
    edges: graph.edges.map((edge) => (again.has(edge.to) ? { ...edge, state: 'planned' } : edge)),
  };
}

function runsAgain({ status, mark, type }: GraphNode, foreseen: ForeseenMark | undefined): boolean {
  // States are lit where a machine stands.
  if (type === 'STATE' || status === null || mark !== null) return false;
  return foreseen === undefined ? !isSettled(status) : foreseen.kind !== 'reused';
}

function planned<Card extends GraphNode>(card: Card, { earlier }: Forecast): Card {
  const result = earlier.nodes.get(withoutAttempt(card.address))?.result;
  const line = result === undefined ? card.line : `was ${shortValue(result)}`;
  return { ...card, status: 'planned', line, reason: null };
}

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
        {asked === ''
          ? 'Nothing is called, and nobody is asked, at once.'
          : `At once: ${asked}. ${priceText(price)}`}
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
