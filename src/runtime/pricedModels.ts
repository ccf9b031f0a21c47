import type { Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import type { ModelEvent, ModelRequest, Models } from './ports';

/** Models that say what a reply has cost, where their price is known and their service does not say it itself (K10). */
export function pricedModels(models: Models): Models {
  return { list: models.list, stream: (request, signal) => priced(models, request, signal) };
}

async function* priced(
  models: Models,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const price = models.list.find(({ id }) => id === request.model)?.price;
  for await (const event of models.stream(request, signal)) {
    yield event.type === 'done' && price !== undefined
      ? { ...event, usage: withCost(event.usage, price) }
      : event;
  }
}

/** Integer micro-units, each kind of token rounded up (K10). */
function withCost(usage: Usage, { input, output, currency }: NonNullable<ModelSpec['price']>): Usage {
  if (usage.microUnits !== undefined) return usage;
  const cost = (tokens: number | undefined, price: number): number =>
    Math.ceil(((tokens ?? 0) * price) / 1_000_000);
  return {
    ...usage,
    currency,
    microUnits: cost(usage.inputTokens, input) + cost(usage.outputTokens, output),
  };
}
