import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Address, Json } from '#base';
import type { ForeseenMark } from '#canvas';
import type { OpenRun } from '#hosting';
import type { RunView } from '#projection';
import type { Definition, RunHandle, RunTrouble } from '#runtime';

/** Who writes a run: this tab, another tab, or nobody any more. */
type Standing = Exclude<OpenRun['standing'], 'absent'>;

/** What a call has told so far: for the screen only (K9). */
export interface LiveText {
  readonly call: Address;
  /** The ends of what it answers and of what its model thinks, known secrets masked. */
  readonly text: string;
  readonly reasoning: string;
  /** Bytes of UTF-8 of both together, those that are kept no more among them. */
  readonly bytes: number;
  /** When the last of it came, in milliseconds since the epoch. */
  readonly at: number;
}

/** Tokens and progress by address without attempt. */
export type LiveTexts = ReadonlyMap<Address, LiveText>;

/** What is known of the shown run besides its ledger. */
export interface RunFacts {
  readonly standing: Standing;
  /** The run that commands go to: the shown one, where this tab drives it. Others may go on beside it. */
  readonly steered: RunHandle | null;
  /** Imported from a file: its effects did not happen here (case A14). */
  readonly imported: boolean;
  readonly trouble: RunTrouble | null;
  readonly progress: LiveTexts;
}

const NO_FACTS: RunFacts = {
  standing: 'record',
  steered: null,
  imported: false,
  trouble: null,
  progress: new Map(),
};

/** A fork that is being made (D3): of which run, at which position, with which changes. */
export interface ForkDraft {
  readonly runId: string;
  readonly at: number;
  readonly changes: readonly ForkChange[];
  /** Which plan it goes on with (D1); null as long as nobody has chosen. */
  readonly definition: Definition | null;
}

/** Another value for what can be changed; undefined while nothing is typed. */
export interface ForkChange {
  /** The id of a `ForkSubject`. */
  readonly subject: string;
  readonly value: Json | undefined;
}

/** What the form that is open says of the run that it would start, for the canvas: D1 goes on from a run, D3 forks it. */
export interface Forecast {
  readonly kind: 'goOn' | 'fork';
  /** By the addresses of steps, without attempts. */
  readonly steps: ReadonlyMap<Address, ForeseenMark>;
  /** The run as far as it needs nobody: what it does not come to by then may be called after that. */
  readonly ahead: RunView;
  /** Whether it calls what comes after the step. */
  readonly goesOn: boolean;
  /** The run that it goes on from. */
  readonly earlier: RunView;
}

/** The run that an open workspace shows: who drives it, and what it tells besides its ledger. A tab shows one at a time. */
export class ShownRun {
  readonly facts: StoreApi<RunFacts> = createStore<RunFacts>(() => NO_FACTS);
  readonly fork: StoreApi<{ readonly draft: ForkDraft | null }> = createStore(() => ({ draft: null }));
  readonly forecast: StoreApi<{ readonly forecast: Forecast | null }> = createStore(() => ({
    forecast: null,
  }));
  /** One that is to be shown is about to begin. */
  isStarting = false;
  /** Of runs that this tab drives, shown or not. */
  readonly #progress = new WeakMap<RunHandle, LiveTexts>();
  #stopFollowing = (): void => {};
  #opening = new AbortController();

  /** One is about to be opened, which ends the opening before: what was asked for last is shown. */
  opening(): AbortSignal {
    this.#opening.abort();
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  /** It is driven here, and commands go to it from now on. */
  steer(handle: RunHandle): void {
    const progress = this.#progress.get(handle) ?? NO_FACTS.progress;
    this.#become({ standing: 'here', steered: handle, trouble: handle.trouble, progress });
  }

  /** Another tab writes it. @param stop ends what was begun to follow it, as soon as another one is shown */
  follow(stop: () => void): void {
    this.#become({ standing: 'elsewhere' });
    this.#stopFollowing = stop;
  }

  /** Nobody writes it, or none is shown. */
  rest(facts: Partial<Pick<RunFacts, 'imported'>> = {}): void {
    this.#become(facts);
  }

  /** What a run of this tab tells; it is shown as soon as that run is. */
  hear(handle: RunHandle, told: Partial<Pick<RunFacts, 'trouble' | 'progress'>>): void {
    if (told.progress !== undefined) this.#progress.set(handle, told.progress);
    if (this.#steers(handle)) this.facts.setState(told);
  }

  /** It is driven here no more. */
  letGo(handle: RunHandle): void {
    if (this.#steers(handle)) this.facts.setState({ steered: null, standing: 'record' });
  }

  #steers(handle: RunHandle): boolean {
    return this.facts.getState().steered === handle;
  }

  #become(facts: Partial<RunFacts>): void {
    this.#stopFollowing();
    this.#stopFollowing = () => {};
    this.facts.setState({ ...NO_FACTS, ...facts });
  }
}
