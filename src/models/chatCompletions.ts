import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { JsonObject } from '#base';
import type { Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import { CallError, type ModelEvent, type ModelMessage, type ModelRequest, type ModelTool } from '#runtime';
import type { ModelCall } from './connectionKind';
import { finishReasonOf } from './finishReason';
import { FunctionNames } from './functionNames';
import { quoted, readRefusalBody } from './refusalBody';
import { saidInStream, streamCut, unreadable } from './refusals';
import { isStrictSchema } from './strictSchema';
import { ThinkingSplitter } from './thinking';

/**
 * Asks a server that speaks OpenAI's chat completions, one request and no more. The AI SDK's provider is called
 * directly and not through `streamText`: its retries, tool loop, output parsing and gateway are all things that must
 * not happen here, and leaving them out halves what the page loads. The library arrives when first needed.
 */
export async function* chatCompletions(call: ModelCall): AsyncGenerator<ModelEvent> {
  const { spec, connection, request, fields, wire, signal } = call;
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const schema = boundBy(call);
  const tools = offeredIn(call);
  const names = new FunctionNames(tools);
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: connection.url.replace(/\/+$/, ''),
    includeUsage: true,
    supportsStructuredOutputs: schema !== null,
    transformRequestBody: (body) => fields.apply(body),
    fetch: wire.fetch,
    ...(connection.key === null ? {} : { apiKey: connection.key }),
  });
  const isBound = schema !== null || tools.length > 0;
  const messages = isBound ? request.messages : (request.unbound ?? request.messages);
  const { stream } = await provider.chatModel(spec.model).doStream({
    prompt: messages.map(promptOf),
    abortSignal: signal,
    ...settingsOf(spec, request),
    ...(schema === null ? {} : boundTo(schema)),
    ...(isJsonAlone(call) ? { responseFormat: { type: 'json' as const } } : {}),
    ...(tools.length === 0 ? {} : { tools: functionsOf(tools, names) }),
  });
  if (!isBound && request.unbound !== undefined) yield { type: 'unbound' };
  yield* eventsOf(stream, names);
}

/** The schema that binds the reply: only where the workspace says that the model can, since others refuse it, or loop. */
function boundBy({ spec, request, fields }: ModelCall): JsonObject | null {
  const canBind =
    spec.structuredOutput === true && !fields.leavesOut('response_format') && !fields.isJsonAlone;
  return canBind ? (request.schema ?? null) : null;
}

/** A server that has refused schemas may still hold a reply to JSON; its words say the form then. */
function isJsonAlone({ spec, request, fields }: ModelCall): boolean {
  return spec.structuredOutput === true && request.schema !== undefined && fields.isJsonAlone;
}

/** The functions that it may call; none where its server has refused to be offered any. */
function offeredIn({ request, fields }: ModelCall): readonly ModelTool[] {
  return fields.leavesOut('tools') ? [] : (request.tools ?? []);
}

function functionsOf(tools: readonly ModelTool[], names: FunctionNames): LanguageModelV4FunctionTool[] {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  return [...names.entries()].flatMap(([name, id]) => {
    const tool = byId.get(id);
    if (tool === undefined) return [];
    return [{ type: 'function', name, description: tool.description, inputSchema: { ...tool.parameters } }];
  });
}

async function* eventsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  names: FunctionNames,
): AsyncGenerator<ModelEvent> {
  const reader = stream.getReader();
  const thinking = new ThinkingSplitter();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // Every whole answer ends with `finish`: one that just stops was cut.
      if (done) throw new CallError(streamCut());
      if (value.type === 'text-delta') yield* thinking.push(value.delta);
      else if (value.type === 'reasoning-delta') yield { type: 'reasoning', text: value.delta };
      else if (value.type === 'tool-call')
        yield { type: 'tool-call', name: names.idOf(value.toolName), arguments: value.input };
      // An error part may be followed by text and even by `finish`: neither can be trusted then.
      else if (value.type === 'error') {
        yield* thinking.end();
        throw partFailure(value.error);
      } else if (value.type === 'finish') {
        yield* thinking.end();
        yield endOf(value);
        return;
      }
    }
  } finally {
    // Leaving early must reach the server, or it would go on writing for nobody.
    await reader.cancel().catch(() => {});
  }
}

function endOf({
  usage: reported,
  finishReason: { raw, unified },
}: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): ModelEvent {
  const usage = usageOf(reported);
  // The library says so where the reply was a refusal and not an answer, though its service said `stop`.
  const reason =
    raw === undefined ? null : finishReasonOf(raw, raw === 'stop' && unified === 'content-filter');
  if (reason === null) throw new CallError(streamCut(), isEmpty(usage) ? {} : { usage });
  return { type: 'done', usage, finishReason: reason };
}

function partFailure(error: unknown): CallError {
  const name = error instanceof Error ? error.name : '';
  // The library's name for a stream that ended without saying why.
  if (name === 'AI_InvalidResponseDataError') return new CallError(streamCut());
  const isUnreadable = name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';
  return new CallError(isUnreadable ? unreadable() : saidInStream(quoted(readRefusalBody(error).reason)));
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
  };
}

function boundTo(schema: JsonObject) {
  return {
    responseFormat: { type: 'json' as const, schema: { ...schema }, name: 'plan' },
    providerOptions: { openaiCompatible: { strictJsonSchema: isStrictSchema(schema) } },
  };
}

/** Counts that are missing or negative are no counts (case E4). */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    ...(isCount(inputTokens.total) ? { inputTokens: inputTokens.total } : {}),
    ...(isCount(outputTokens.total) ? { outputTokens: outputTokens.total } : {}),
  };
}

function isEmpty(usage: Usage): boolean {
  return usage.inputTokens === undefined && usage.outputTokens === undefined;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0;
}
