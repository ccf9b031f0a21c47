import { type Closure, type Command, modelAskedBy, needOf } from '#kernel';

/** How many calls of each kind leave: whom a branch asks. */
export interface CallCounts {
  readonly models: number;
  readonly planners: number;
  readonly tools: number;
  readonly people: number;
  readonly events: number;
}

/**
 * What calls may cost: `none` where no model is asked, `most` where each price and the length of each reply is bounded, `open` where a
 * price is known and no length, `unknown` where a model has no price (K10).
 */
export type Price =
  | { readonly kind: 'none' | 'unknown' | 'open' }
  | { readonly kind: 'most'; readonly microUnits: number; readonly currency: string };

export function countsOf(commands: readonly Command[], closure: Closure): CallCounts {
  const counts = { models: 0, planners: 0, tools: 0, people: 0, events: 0 };
  for (const command of commands) counts[kindOf(command, closure)]++;
  return counts;
}

/** What commands that leave may cost at the most, by the prices of their run. */
export function priceOf(commands: readonly Command[], closure: Closure): Price {
  const asking = commands.filter((command) => modelAskedBy(command, closure) !== undefined);
  if (asking.length === 0) return { kind: 'none' };
  const needs = asking.map((command) => needOf(command, closure).microUnits);
  const currencies = new Set(asking.map((command) => currencyOf(command, closure)));
  const [currency] = currencies;
  if (needs.includes(null) || currency === undefined || currencies.size > 1) return { kind: 'unknown' };
  const microUnits = needs.reduce<number>((sum, need) => sum + (need ?? 0), 0);
  return Number.isFinite(microUnits) ? { kind: 'most', microUnits, currency } : { kind: 'open' };
}

function currencyOf(command: Command, closure: Closure): string | undefined {
  const id = modelAskedBy(command, closure);
  const { models } = closure;
  const model = id === null ? models[0] : models.find((one) => one.id === id);
  return model?.price?.currency;
}

function kindOf(command: Command, closure: Closure): keyof CallCounts {
  if (command.kind === 'plan') return 'planners';
  if (command.kind === 'wait') return 'people';
  if (command.kind === 'listen') return 'events';
  return modelAskedBy(command, closure) === undefined ? 'tools' : 'models';
}
