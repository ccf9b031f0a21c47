import { type Address, type Hash, type Json, ROOT, withoutAttempt } from '#base';
import { type Closure, type Command, type Entry, keyOf, type RunStarted, recordIn } from '#kernel';
import type { PlanNode } from '#plan';
import { nodeAtAddress, type OpenedPlan, openedPlan } from '#projection';

/** What is known of a step, by its address without attempt. */
export interface StepSeen {
  /** Of its last attempt; null where it takes none. */
  input: Json;
  /** What it asked somebody outside, by address: what a step reads may be written while it waits to be tried again. */
  readonly questions: Map<Address, Hash>;
  readonly commands: Command[];
  /** Of its success; null where there is none, or where a failure was passed over. */
  outcome: { readonly result: Json; readonly ports: readonly string[] } | null;
  isPinned: boolean;
  /** Variables that it has written. */
  readonly written: Set<string>;
}

/** The steps of a run, read from its entries. */
export class Steps {
  /** By address without attempt; in the order in which they began. */
  readonly all = new Map<Address, StepSeen>();
  /** Addresses of those that have succeeded, in that order. */
  readonly succeeded = new Set<Address>();
  readonly #opened = new Map<Address, OpenedPlan>();
  readonly #started: RunStarted;

  constructor(entries: readonly Entry[], started: RunStarted) {
    this.#started = started;
    for (const entry of entries) this.#read(entry);
  }

  get closure(): Closure {
    return this.#started.closure;
  }

  nodeAt(address: Address): PlanNode | null {
    const [plan] = this.closure.plans;
    const view = { opened: this.#opened, started: this.#started };
    return nodeAtAddress(address, plan?.kind === 'capability' ? plan : null, view);
  }

  #read(entry: Entry): void {
    switch (entry.kind) {
      case 'plan.opened': {
        const opened = openedPlan(entry, { opened: this.#opened });
        this.#opened.set(opened.executor, opened);
        break;
      }
      case 'node.started':
        this.#at(entry.address).input = entry.data.input ?? null;
        break;
      case 'node.succeeded': {
        const { result = null, ports, handled } = entry.data;
        if (handled !== undefined) break;
        this.#at(entry.address).outcome = { result, ports };
        this.succeeded.add(withoutAttempt(entry.address));
        break;
      }
      case 'variable.written':
      case 'variable.layered':
        if (entry.address !== ROOT) this.#at(entry.address).written.add(entry.data.variable);
        break;
      case 'command':
        this.#ask(entry.data.command);
        break;
      case 'served':
        this.#serve(entry);
        break;
    }
  }

  #ask(command: Command): void {
    const key = keyOf(command, this.closure);
    if (key === null) return;
    const step = this.#at(command.address);
    step.questions.set(command.address, key);
    step.commands.push(command);
  }

  #serve({ address, data }: Extract<Entry, { kind: 'served' }>): void {
    const step = this.#at(address);
    if ('pin' in data) step.isPinned = true;
    else {
      const found = recordIn(this.#started)?.served[data.record];
      if (found !== undefined && 'key' in found) step.questions.set(address, found.key);
    }
  }

  #at(address: Address): StepSeen {
    const place = withoutAttempt(address);
    const known = this.all.get(place);
    if (known !== undefined) return known;
    const step = {
      ...{ input: null, questions: new Map(), commands: [], outcome: null, isPinned: false },
      written: new Set<string>(),
    };
    this.all.set(place, step);
    return step;
  }
}
