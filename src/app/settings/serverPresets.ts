/** A server that many people have: its address, and a model as it spells it. */
interface ServerPreset {
  readonly name: string;
  readonly url: string;
  /** Null where everybody has others. */
  readonly model: string | null;
}

/** What a new connection is offered first: an address and a name that belong to one server. */
export const LOCAL_SERVER = {
  name: 'Ollama',
  url: 'http://localhost:11434/v1',
  model: 'qwen2.5:7b',
} as const;

export const SERVER_PRESETS: readonly ServerPreset[] = [
  LOCAL_SERVER,
  { name: 'LM Studio', url: 'http://localhost:1234/v1', model: 'qwen2.5-7b-instruct' },
  { name: 'llama.cpp', url: 'http://localhost:8080/v1', model: null },
  { name: 'vLLM', url: 'http://localhost:8000/v1', model: null },
  { name: 'OpenAI', url: 'https://api.openai.com/v1', model: 'gpt-4.1-mini' },
  { name: 'OpenRouter', url: 'https://openrouter.ai/api/v1', model: null },
];

/** The name of the server that has this address; undefined for others, which are called by their host. */
export function presetName(url: string): string | undefined {
  return SERVER_PRESETS.find((preset) => preset.url === url)?.name;
}
