import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Act, type Script, says } from './modelScript';

export * from './modelScript';

/** A request as the server saw it: what canary tests look through. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The client left before the answer was whole. */
  aborted: boolean;
}

/**
 * An OpenAI-compatible server that says what a test tells it to: the first script answers the first request, and so
 * on; the last one answers all that follow. Steered in process, or over HTTP under `/control/`:
 * `POST script` (an array of scripts), `POST release/<gate>`, `POST reset`, `GET requests`.
 *
 * @example
 * const server = await ScriptedModelServer.start();
 * server.script(streamsSteps(steps, { gated: true }));
 * server.release('line-1');
 */
export class ScriptedModelServer {
  readonly requests: SeenRequest[] = [];
  /** Those that asked which models there are; no script is used up by them. */
  readonly listings: SeenRequest[] = [];
  /** What it lists. */
  models: readonly string[] = ['scripted', 'scripted-large'];
  #scripts: Script[] = [says('Hello.')];
  #served = 0;
  readonly #open = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #arrivals: { count: number; resolve: () => void }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** @param port 0 chooses a free one */
  static async start(port = 0): Promise<ScriptedModelServer> {
    const scripted = new ScriptedModelServer();
    await new Promise<void>((resolve) => scripted.#server.listen(port, '127.0.0.1', resolve));
    return scripted;
  }

  /** The base URL that a connection takes. */
  get url(): string {
    return `${this.origin}/v1`;
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Sets what the next requests are answered with, and forgets what came so far. */
  script(...scripts: readonly Script[]): void {
    this.reset();
    this.#scripts = [...scripts];
  }

  reset(): void {
    this.#scripts = [says('Hello.')];
    this.#served = 0;
    this.#open.clear();
    this.requests.length = 0;
  }

  /** Opens a gate, for whoever waits there and whoever comes later. */
  release(gate: string): void {
    this.#open.add(gate);
    for (const go of this.#waiting.get(gate) ?? []) go();
    this.#waiting.delete(gate);
  }

  /** Resolves when that many requests have arrived since the last script. */
  async received(count: number): Promise<void> {
    if (this.requests.length >= count) return;
    await new Promise<void>((resolve) => this.#arrivals.push({ count, resolve }));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const text = await bodyOf(request);
    if (path.startsWith('/control/')) return this.#control(path, text, response);
    const script = this.#scripts[Math.min(this.#served, this.#scripts.length - 1)] ?? says('Hello.');
    const cors = script.cors === false ? {} : CORS;
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end();
      return;
    }
    if (request.method === 'GET' && path.endsWith('/models')) {
      this.listings.push(seenOf(request, path, text));
      const data = this.models.map((id) => ({ id, object: 'model' }));
      response.writeHead(200, { 'content-type': 'application/json', ...cors });
      response.end(JSON.stringify({ object: 'list', data }));
      return;
    }
    this.#served++;
    const seen = this.#record(request, path, text);
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    await this.#play(script, cors, isStream(seen.body), response);
  }

  #record(request: IncomingMessage, path: string, text: string): SeenRequest {
    const seen = seenOf(request, path, text);
    this.requests.push(seen);
    for (const arrival of [...this.#arrivals])
      if (this.requests.length >= arrival.count) {
        this.#arrivals.splice(this.#arrivals.indexOf(arrival), 1);
        arrival.resolve();
      }
    return seen;
  }

  async #play(
    script: Script,
    cors: Readonly<Record<string, string>>,
    stream: boolean,
    response: ServerResponse,
  ): Promise<void> {
    const status = script.status ?? 200;
    if (script.body !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json', ...cors, ...script.headers });
      response.end(script.body);
      return;
    }
    if (!stream) {
      response.writeHead(status, { 'content-type': 'application/json', ...cors, ...script.headers });
      const text = await this.#whole(script.acts ?? [], response);
      response.end(JSON.stringify(completion(text, script)));
      return;
    }
    response.writeHead(status, { 'content-type': 'text/event-stream', ...cors, ...script.headers });
    response.flushHeaders();
    for (const act of script.acts ?? []) if (!(await this.#perform(act, response))) return;
    response.write(
      event({ choices: [{ index: 0, delta: {}, finish_reason: script.finishReason ?? 'stop' }] }),
    );
    if (script.usage) response.write(event({ choices: [], usage: script.usage }));
    response.end('data: [DONE]\n\n');
  }

  /** @returns whether the answer goes on after it */
  async #perform(act: Act, response: ServerResponse): Promise<boolean> {
    if (response.destroyed) return false;
    if (typeof act === 'string') return send(response, event(delta(act)));
    if ('raw' in act) return send(response, act.raw);
    if ('reasoning' in act) return send(response, event(choice({ reasoning_content: act.reasoning })));
    if ('refusal' in act) return send(response, event(choice({ refusal: act.refusal })));
    if ('toolCall' in act) return send(response, event(choice({ tool_calls: [callOf(act.toolCall)] })));
    if ('error' in act) return send(response, event({ error: { message: act.error } }));
    if ('delayMs' in act) await wait(act.delayMs);
    else if ('gate' in act) await this.#pass(act.gate, response);
    else if ('endless' in act) return this.#repeat(act.endless, act.everyMs, response);
    else if ('hang' in act) return false;
    else {
      response.destroy();
      return false;
    }
    return !response.destroyed;
  }

  async #repeat(text: string, everyMs: number, response: ServerResponse): Promise<boolean> {
    while (!response.destroyed) {
      response.write(event(delta(text)));
      await wait(everyMs);
    }
    return false;
  }

  async #pass(gate: string, response: ServerResponse): Promise<void> {
    if (this.#open.has(gate)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('close', go);
        resolve();
      };
      this.#waiting.set(gate, [...(this.#waiting.get(gate) ?? []), go]);
      response.on('close', go);
    });
  }

  async #whole(acts: readonly Act[], response: ServerResponse): Promise<string> {
    let text = '';
    for (const act of acts) {
      if (typeof act === 'string') text += act;
      else if ('gate' in act) await this.#pass(act.gate, response);
      else if ('delayMs' in act) await wait(act.delayMs);
    }
    return text;
  }

  #control(path: string, text: string, response: ServerResponse): void {
    const verb = path.slice('/control/'.length);
    if (verb === 'script') this.script(...(parsed(text) as Script[]));
    else if (verb === 'reset') this.reset();
    else if (verb.startsWith('release/')) this.release(decodeURIComponent(verb.slice('release/'.length)));
    response.writeHead(200, { 'content-type': 'application/json', ...CORS });
    response.end(JSON.stringify(this.requests));
  }
}

/** What a strict server allows: no header but these two (LIBRARIES: the User-Agent trap). */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
} as const;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'stream') === true;
}

function send(response: ServerResponse, bytes: string | Uint8Array): true {
  response.write(bytes);
  return true;
}

function event(value: object): string {
  const chunk = { id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...value };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function delta(text: string): object {
  return choice({ role: 'assistant', content: text });
}

function choice(part: object): object {
  return { choices: [{ index: 0, delta: part, finish_reason: null }] };
}

function callOf({
  name,
  arguments: given,
  index = 0,
}: {
  name: string;
  arguments: string;
  index?: number;
}): object {
  return { index, id: `call-${index}`, type: 'function', function: { name, arguments: given } };
}

function completion(text: string, script: Script): object {
  const message = { role: 'assistant', content: text };
  return {
    ...{ id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted' },
    choices: [{ index: 0, message, finish_reason: script.finishReason ?? 'stop' }],
    ...(script.usage ? { usage: script.usage } : {}),
  };
}

function seenOf(request: IncomingMessage, path: string, text: string): SeenRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { method: request.method ?? 'GET', path, headers, body: parsed(text), aborted: false };
}
