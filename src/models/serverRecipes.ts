/** The setting with which a server lets this page read its answers. */
export interface Recipe {
  readonly server: string;
  /** Where it differs. */
  readonly system: 'macOS' | 'Linux' | 'Windows' | null;
  readonly command: string;
  /** What is to be done with it. */
  readonly how: string;
}

/** Servers that people run themselves: where they listen by default, and how they let pages in. */
const SERVERS: readonly {
  readonly name: string;
  readonly port: string;
  readonly recipes: (page: string) => readonly Recipe[];
}[] = [
  {
    name: 'Ollama',
    port: '11434',
    recipes: (page) => [
      recipe(
        'Ollama',
        'macOS',
        `launchctl setenv OLLAMA_ORIGINS "${page}"`,
        'Run this in Terminal, then quit and reopen Ollama.',
      ),
      recipe(
        'Ollama',
        'Linux',
        `sudo systemctl edit ollama.service   # [Service] Environment="OLLAMA_ORIGINS=${page}"`,
        'Add that line, then run: sudo systemctl restart ollama',
      ),
      recipe(
        'Ollama',
        'Windows',
        `setx OLLAMA_ORIGINS "${page}"`,
        'Run this in a terminal, then quit and reopen Ollama.',
      ),
    ],
  },
  {
    name: 'LM Studio',
    port: '1234',
    recipes: () => [
      recipe(
        'LM Studio',
        null,
        'lms server start --cors',
        'Run this, or switch on CORS in its server settings.',
      ),
    ],
  },
  {
    name: 'llama.cpp',
    port: '8080',
    recipes: (page) => [
      recipe(
        'llama.cpp',
        null,
        `llama-server -m MODEL.gguf --cors-origins "${page}"`,
        'Start it with this option; versions before July 2026 let every page in.',
      ),
    ],
  },
  {
    name: 'vLLM',
    port: '8000',
    recipes: (page) => [
      recipe('vLLM', null, `vllm serve MODEL --allowed-origins '["${page}"]'`, 'Start it with this option.'),
    ],
  },
];

/** The recipes for whatever listens at that port by default; of all servers where none does. */
export function recipesFor(url: string, page: string | null): readonly Recipe[] {
  const { port } = new URL(url);
  const known = SERVERS.filter((server) => server.port === port);
  return (known.length > 0 ? known : SERVERS).flatMap(({ recipes }) => recipes(page ?? 'https://your.page'));
}

function recipe(server: string, system: Recipe['system'], command: string, how: string): Recipe {
  return { server, system, command, how };
}
