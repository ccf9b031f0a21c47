import type { Address } from '#base';
import { fieldsOf, namesIn, nodeReads, type PlanNode, portsOf } from '#plan';
import type { Steps } from './steps';

/**
 * What depends on steps of which nobody knows what they will answer (D11). A step depends on one when it reads what that writes, when
 * that has chosen the way to it, or when it lies in what depends on it, or holds it. Rather too much is in doubt than too little: it is not asked
 * which way leads where, nor in which round a variable was written.
 */
export class Doubts {
  readonly #then: Steps;
  readonly #now: Steps;
  /** Steps in doubt, and variables that such a step writes, each with the step that is asked again. */
  readonly #steps = new Map<Address, Address>();
  readonly #variables = new Map<string, Address>();
  /** Steps that hold one in doubt. */
  readonly #holders = new Map<Address, Address>();
  /** A step in doubt that chooses where the run goes. */
  #chooser: Address | null = null;

  /** @param origins the steps of which nobody knows what they will answer */
  constructor(then: Steps, now: Steps, origins: readonly Address[]) {
    this.#then = then;
    this.#now = now;
    for (const address of origins) this.#doubt(address, address);
  }

  /**
   * Ask for the steps in the order in which they succeeded: whatever depends on one that is in doubt is in doubt, too.
   *
   * @returns the step that this one depends on, itself included; null when it depends on none
   */
  reach(address: Address): Address | null {
    const origin = this.#originOf(address);
    if (origin !== null) this.#doubt(address, origin);
    return origin;
  }

  #originOf(address: Address): Address | null {
    const own = this.#steps.get(address) ?? this.#chooser ?? this.#readBy(address);
    if (own !== null) return own;
    const inside = this.#holders.get(address);
    if (inside !== undefined) return inside;
    for (const holder of holdersOf(address)) {
      const origin = this.#steps.get(holder) ?? this.#readBy(holder);
      if (origin !== null) return origin;
    }
    return null;
  }

  #readBy(address: Address): Address | null {
    const node = this.#nodeAt(address);
    const [first] = this.#variables;
    if (first === undefined) return null;
    // Of a machine, and of what a feature asks, it is not known what it reads.
    if (node === null || hasFeatures(node) || this.#isToldAll(address)) return first[1];
    for (const [variable, origin] of this.#variables)
      if (nodeReads(node, variable) || (givesVariables(node) && this.#isGiven(variable))) return origin;
    return null;
  }

  /** Whether some plan of the run gives a variable to whoever runs it. */
  #isGiven(variable: string): boolean {
    return this.#now.closure.plans.some(
      ({ variables }) =>
        variables !== 'open' && variables.some(({ id, scope }) => id === variable && scope === 'OUT'),
    );
  }

  /** Planners and JSONata are handed all variables. */
  #isToldAll(address: Address): boolean {
    const asked = this.#then.all.get(address)?.commands ?? [];
    return asked.some(({ kind }) => kind === 'plan' || kind === 'evaluate');
  }

  #doubt(address: Address, origin: Address): void {
    if (this.#steps.has(address)) return;
    this.#steps.set(address, origin);
    for (const holder of holdersOf(address))
      if (!this.#holders.has(holder)) this.#holders.set(holder, origin);
    const node = this.#nodeAt(address);
    const [then, now] = [this.#then.all.get(address), this.#now.all.get(address)];
    const fields = node === null ? [] : fieldsOf(node);
    const written = [
      ...(then?.written ?? []),
      ...(now?.written ?? []),
      ...namesIn(fields, 'writes', 'declares'),
    ];
    for (const variable of written) if (!this.#variables.has(variable)) this.#variables.set(variable, origin);
    // What failed then may succeed now: its error led the way.
    const hasFailed = then?.outcome === null;
    const isChooser = node === null || portsOf(node).some((port) => !PLAIN_PORTS.has(port));
    if (isChooser || hasFailed) this.#chooser ??= origin;
  }

  #nodeAt(address: Address): PlanNode | null {
    return this.#now.nodeAt(address) ?? this.#then.nodeAt(address);
  }
}

/** A step with no others goes on in one way where it succeeds. */
const PLAIN_PORTS: ReadonlySet<string> = new Set(['out', 'error']);

/** An end that says no result of its own stands for what its plan gives. */
function givesVariables(node: PlanNode): boolean {
  return node.type === 'END' && node.params?.result === undefined;
}

function hasFeatures(node: PlanNode): boolean {
  return namesIn(fieldsOf(node), 'feature').length > 0;
}

/** The steps around a step, the innermost first: `/each` of `/each[2]/look`. */
function holdersOf(address: Address): readonly Address[] {
  const holders: Address[] = [];
  for (let at = address.lastIndexOf('/'); at > 0; at = address.lastIndexOf('/', at - 1)) {
    const scope = address.slice(0, at);
    const end = scope.slice(scope.lastIndexOf('/')).search(/[.[@#]/);
    holders.push((end < 0 ? scope : scope.slice(0, scope.lastIndexOf('/') + end)) as Address);
  }
  return holders;
}
