import { err, isJsonObject, LIMITS, ok, parseJson } from '#base';
import { chatCompletions } from '../chatCompletions';
import type { ConnectionKind } from '../connectionKind';
import type { KnownServer } from '../knownServer';
import { notAList } from '../refusals';
import { refusedByStatus } from '../statusRefusal';

const TITLE = 'OpenAI-compatible';

const OLLAMA: KnownServer = {
  name: 'Ollama',
  url: 'http://localhost:11434/v1',
  model: 'qwen2.5:7b',
  lettingIn: {
    brief: 'Start Ollama with OLLAMA_ORIGINS set to the address of this page.',
    settings: (page) => [
      {
        system: 'macOS',
        command: `launchctl setenv OLLAMA_ORIGINS "${page}"`,
        how: 'Run this in Terminal, then quit and reopen Ollama.',
      },
      {
        system: 'Linux',
        command: `sudo systemctl edit ollama.service   # [Service] Environment="OLLAMA_ORIGINS=${page}"`,
        how: 'Add that line, then run: sudo systemctl restart ollama',
      },
      {
        system: 'Windows',
        command: `setx OLLAMA_ORIGINS "${page}"`,
        how: 'Run this in a terminal, then quit and reopen Ollama.',
      },
    ],
  },
};

const LM_STUDIO: KnownServer = {
  name: 'LM Studio',
  url: 'http://localhost:1234/v1',
  model: 'qwen2.5-7b-instruct',
  lettingIn: {
    brief: 'Start LM Studio with "lms server start --cors", or switch CORS on in its server tab.',
    settings: () => [
      {
        system: null,
        command: 'lms server start --cors',
        how: 'Run this, or switch on CORS in its server settings.',
      },
    ],
  },
};

const LLAMA_CPP: KnownServer = {
  name: 'llama.cpp',
  url: 'http://localhost:8080/v1',
  model: null,
  lettingIn: {
    brief: 'Start llama-server with --cors-origins and the address of this page.',
    settings: (page) => [
      {
        system: null,
        command: `llama-server -m MODEL.gguf --cors-origins "${page}"`,
        how: 'Start it with this option; versions before July 2026 let every page in.',
      },
    ],
  },
};

const VLLM: KnownServer = {
  name: 'vLLM',
  url: 'http://localhost:8000/v1',
  model: null,
  lettingIn: {
    brief: 'Start vLLM with --allowed-origins and the address of this page.',
    settings: (page) => [
      {
        system: null,
        command: `vllm serve MODEL --allowed-origins '["${page}"]'`,
        how: 'Start it with this option.',
      },
    ],
  },
};

/** Servers that speak OpenAI's chat completions, under `/v1`. */
export const OPENAI_COMPATIBLE: ConnectionKind = {
  id: 'openai-compatible',
  title: TITLE,
  about:
    'An OpenAI-compatible server: one on this device (localhost, 127.0.0.1), or any with an https address',
  fields: [
    { name: 'url', label: 'URL', placeholder: OLLAMA.url, secret: false },
    { name: 'key', label: 'Key', hint: 'Leave empty if the server needs none.', secret: true },
  ],
  can: { structuredOutput: true },
  servers: [
    OLLAMA,
    LM_STUDIO,
    LLAMA_CPP,
    VLLM,
    { name: 'OpenAI', url: 'https://api.openai.com/v1', model: 'gpt-4.1-mini', lettingIn: null },
    { name: 'OpenRouter', url: 'https://openrouter.ai/api/v1', model: null, lettingIn: null },
  ],
  others: 'Another server',
  authorize: (key) => (key === null ? {} : { authorization: `Bearer ${key}` }),
  callPath: 'chat/completions',
  call: chatCompletions,
  list: {
    path: 'models',
    // `{data: [{id}]}`, as every server of this kind answers.
    read: (text) => {
      const read = parseJson(text, LIMITS.jsonDepth);
      if (!read.ok || !isJsonObject(read.value) || !Array.isArray(read.value.data))
        return err(notAList(TITLE));
      return ok(
        read.value.data.flatMap((one) => {
          const id = isJsonObject(one) ? one.id : null;
          return typeof id === 'string' && id !== '' ? [id] : [];
        }),
      );
    },
  },
  refused: refusedByStatus,
};
