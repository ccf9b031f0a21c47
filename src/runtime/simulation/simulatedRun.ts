import { type Diagnostic, err, inCanonicalOrder, LIMITS, ok, problem, type Result } from '#base';
import {
  type Command,
  type Commit,
  dueAt,
  type Fact,
  isFinished,
  type RunStarted,
  type RunState,
  seal,
  step,
} from '#kernel';
import type { Script, ScriptEvent } from '#plan';
import { evaluate } from '../callCapability';
import { SimulatedClock } from '../clock';
import type { EffectCommand } from '../effectQueue';
import { Timers } from '../timers';
import { scriptedFact } from './scriptedFact';
import { ScriptedOutcomes } from './scriptedOutcomes';

/** A simulated run that has come to its rest. */
export interface Rested {
  readonly state: RunState;
  readonly commits: readonly Commit[];
  /** KEYs of the script that answered nothing. */
  readonly unused: readonly string[];
}

/**
 * A run whose outside is a script (H4). The kernel is the real one, and so are timers and TRANSFORM; what would leave
 * is answered by the script instead. Facts of the same millisecond arrive in the order in which their commands left,
 * events of the script first: that of the clock's appointments, for events are made before anything leaves.
 */
export class SimulatedRun {
  readonly #started: RunStarted;
  readonly #clock: SimulatedClock;
  readonly #timers: Timers;
  readonly #outcomes: ScriptedOutcomes;
  readonly #commits: Commit[] = [];
  #state: RunState | null = null;
  /** The fact of the appointment that has just come. */
  #due: Fact | null = null;

  constructor(started: RunStarted, script: Script) {
    this.#started = started;
    this.#clock = new SimulatedClock(Date.parse(script.startAt));
    this.#timers = new Timers(this.#clock, (address) => {
      this.#due = { type: 'timer.fired', address };
    });
    this.#outcomes = new ScriptedOutcomes(script);
    for (const event of script.events) this.#arrange(event.atMs, factOf(event));
  }

  /**
   * Runs until nothing is due any more, which is beyond the run's end when calls that were withdrawn are answered late.
   *
   * @returns `SIMULATION_TOO_LONG` when it has more commits than the limit
   */
  async toItsRest(): Promise<Result<Rested, Diagnostic>> {
    await this.#feed(this.#started);
    while (this.#commits.length <= LIMITS.simulatedCommits && this.#clock.ring()) {
      const fact = this.#due;
      this.#due = null;
      if (fact !== null) await this.#feed(fact);
    }
    if (this.#state === null || this.#commits.length > LIMITS.simulatedCommits) return err(tooLong());
    return ok({ state: this.#state, commits: this.#commits, unused: this.#outcomes.unused });
  }

  async #feed(given: Fact): Promise<void> {
    const fact = inCanonicalOrder(given);
    const { state, entries, commands } = step(this.#state, fact);
    this.#state = state;
    this.#commits.push(seal(this.#commits.at(-1) ?? null, { at: this.#clock.now(), fact, entries }));
    for (const command of commands) await this.#leave(command);
    if (isFinished(state)) this.#timers.withdrawAll();
  }

  /** Waits are answered by events; a call that is withdrawn is answered all the same, and the kernel calls that late. */
  async #leave(command: Command): Promise<void> {
    switch (command.kind) {
      case 'timer':
        this.#timers.arm(command, dueAt(command, this.#clock.now()));
        return;
      case 'cancel':
        this.#timers.withdraw(command.address);
        return;
      case 'wait':
      case 'listen':
      case 'observe':
        return;
      case 'evaluate':
        this.#arrange(0, await evaluate(command, { clock: this.#clock }));
        return;
      default:
        await this.#answer(command);
    }
  }

  async #answer(command: EffectCommand): Promise<void> {
    const outcome = this.#outcomes.take(command);
    const so = { started: this.#started, commits: this.#commits };
    this.#arrange(outcome.afterMs, await scriptedFact(command, outcome, so));
  }

  #arrange(afterMs: number, fact: Fact): void {
    this.#clock.after(afterMs, () => {
      this.#due = fact;
    });
  }
}

function factOf(event: ScriptEvent): Fact {
  switch (event.kind) {
    case 'answer':
      return { type: 'answer.given', address: event.address, value: event.value };
    case 'signal':
      return { type: 'signal.received', event: event.signal, data: event.data };
    case 'command':
      return COMMANDS[event.command];
  }
}

const COMMANDS = {
  pause: { type: 'run.paused', reason: 'user' },
  resume: { type: 'run.resumed' },
  cancel: { type: 'run.cancelled' },
} as const;

function tooLong(): Diagnostic {
  return problem(
    'SIMULATION_TOO_LONG',
    `The simulation has more than ${LIMITS.simulatedCommits} commits.`,
    'Let loops end sooner, or shorten what they go over.',
  );
}
