/** What a new model is offered: an address and a name that belong to one server, Ollama. */
export const LOCAL_SERVER = { url: 'http://localhost:11434/v1', model: 'qwen2.5:7b' } as const;
