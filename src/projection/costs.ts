import { type Address, depthOf } from '#base';
import type { Usage } from '#kernel';
import { ownerOf } from './addresses';
import { addUsage } from './draft';
import type { RunView } from './runView';

/** What a node cost by itself, and together with all inside it. */
interface CostRow {
  readonly address: Address;
  /** How many nodes of the rows it lies in. */
  readonly depth: number;
  readonly own: Cost;
  readonly total: Cost;
}

/** Tokens, and money in millionths of the currency's unit. */
export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly microUnits: number;
  readonly currency: string | null;
  /** Some of the tokens were counted here and not by a service: they are about right. */
  readonly isEstimated?: true;
}

export interface Costs {
  /** Nodes that cost something, themselves or by what is inside them, in the order in which they first appeared. */
  readonly rows: readonly CostRow[];
  readonly total: Cost;
}

interface Sum {
  calls: number;
  usage: Usage;
}

/** Calls, tokens and money per node and of the run; what happens inside a node is added up to it (K12). */
export function costsOf(view: RunView): Costs {
  const totals = new Map<Address, Sum>();
  for (const record of view.nodes.values()) {
    if (record.calls === 0 && isFree(record.usage)) continue;
    for (let at: Address | null = record.address; at !== null; at = ownerOf(at)) {
      const sum = totals.get(at) ?? { calls: 0, usage: {} };
      totals.set(at, { calls: sum.calls + record.calls, usage: addUsage(sum.usage, record.usage) });
    }
  }
  const rows: CostRow[] = [];
  for (const [address, record] of view.nodes) {
    const sum = totals.get(address);
    if (sum === undefined) continue;
    const own = costOf(record.calls, record.usage);
    rows.push({ address, depth: depthOf(address) - 1, own, total: costOf(sum.calls, sum.usage) });
  }
  return { rows, total: costOf(view.calls, view.usage) };
}

const MICRO = 1_000_000;

/** An amount with its currency, to four places: calls cost little. */
export function moneyText({ microUnits, currency }: Pick<Cost, 'microUnits' | 'currency'>): string {
  return `${(microUnits / MICRO).toFixed(4)} ${currency ?? ''}`.trim();
}

function costOf(calls: number, usage: Usage): Cost {
  const { inputTokens = 0, outputTokens = 0, microUnits = 0, currency = null } = usage;
  const cost = { calls, inputTokens, outputTokens, microUnits, currency };
  return usage.estimated ? { ...cost, isEstimated: true } : cost;
}

function isFree(usage: Usage): boolean {
  return !usage.inputTokens && !usage.outputTokens && !usage.microUnits;
}
