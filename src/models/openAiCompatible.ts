import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { JsonObject } from '#base';
import type { Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import { CallError, type ModelEvent, type ModelMessage, type ModelRequest } from '#runtime';
import type { ModelConnection } from './connection';
import { quoted } from './modelFailure';
import { saidInStream, streamCut, unreadable } from './refusals';
import type { Wire } from './wire';

/**
 * Asks a server that speaks OpenAI's chat completions, one request and no more. The AI SDK's provider is called
 * directly and not through `streamText`: its retries, tool loop, output parsing and gateway are all things that must
 * not happen here, and leaving them out halves what the page loads. The library arrives when first needed.
 */
export async function* openAiCompatible(
  spec: ModelSpec,
  connection: ModelConnection,
  request: ModelRequest,
  wire: Wire,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: connection.url.replace(/\/+$/, ''),
    includeUsage: true,
    supportsStructuredOutputs: spec.structuredOutput === true,
    fetch: wire.fetch,
    ...(connection.key === null ? {} : { apiKey: connection.key }),
  });
  const { stream } = await provider.chatModel(spec.model).doStream({
    prompt: request.messages.map(promptOf),
    abortSignal: signal,
    ...settingsOf(spec, request),
  });
  yield* eventsOf(stream);
}

async function* eventsOf(stream: ReadableStream<LanguageModelV4StreamPart>): AsyncGenerator<ModelEvent> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // Every whole answer ends with `finish`: one that just stops was cut.
      if (done) throw new CallError(streamCut());
      if (value.type === 'text-delta') yield { type: 'text', text: value.delta };
      else if (value.type === 'reasoning-delta') yield { type: 'reasoning', text: value.delta };
      // An error part may be followed by text and even by `finish`: neither can be trusted then.
      else if (value.type === 'error') throw partFailure(value.error);
      else if (value.type === 'finish') {
        if (value.finishReason.raw === undefined) throw new CallError(streamCut());
        yield { type: 'done', usage: usageOf(value.usage), finishReason: value.finishReason.unified };
        return;
      }
    }
  } finally {
    // Leaving early must reach the server, or it would go on writing for nobody.
    await reader.cancel().catch(() => {});
  }
}

function partFailure(error: unknown): CallError {
  const name = error instanceof Error ? error.name : '';
  // The library's name for a stream that ended without saying why.
  if (name === 'AI_InvalidResponseDataError') return new CallError(streamCut());
  const isUnreadable = name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';
  return new CallError(isUnreadable ? unreadable() : saidInStream(quoted(error)));
}

function promptOf({ role, text }: ModelMessage) {
  if (role === 'system') return { role, content: text };
  return { role, content: [{ type: 'text' as const, text }] };
}

function settingsOf(spec: ModelSpec, request: ModelRequest) {
  const temperature = request.temperature ?? spec.temperature;
  const maxOutputTokens = request.maxOutputTokens ?? spec.maxOutputTokens;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    // Asked for only where the workspace says that the model can: others refuse the field, or loop.
    ...(request.schema && spec.structuredOutput ? { responseFormat: jsonOf(request.schema) } : {}),
  };
}

function jsonOf(schema: JsonObject) {
  return { type: 'json' as const, schema: { ...schema }, name: 'plan' };
}

/** Counts that are missing or negative are no counts (case E4). */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    ...(isCount(inputTokens.total) ? { inputTokens: inputTokens.total } : {}),
    ...(isCount(outputTokens.total) ? { outputTokens: outputTokens.total } : {}),
  };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0;
}
