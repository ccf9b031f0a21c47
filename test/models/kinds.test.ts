import { describe, expect, it } from 'vitest';
import { CONNECTION_KINDS, checkConnection, kindOf, openModels, recipesFor } from '#models';
import { readJson } from '#plan';
import { CallError } from '#runtime';
import { Vault } from '#storage';

const PAGE = 'https://planloom.example';
/** A kind of the language (W7) for which there is no file. */
const OTHER = { kind: 'mcp', url: 'https://other.example/v1', key: 'sk-canary' } as const;

function neverAsked(): typeof fetch {
  return async (input) => {
    throw new Error(`asked ${String(input)}`);
  };
}

describe('W7 kinds of connections', () => {
  it('each says all that forms, tests, calls and the doctor ask of it', () => {
    expect(new Set(CONNECTION_KINDS.map(({ id }) => id)).size).toBe(CONNECTION_KINDS.length);
    for (const kind of CONNECTION_KINDS) {
      expect(kindOf(kind.id)).toBe(kind);
      expect(kind.fields.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(['key']);
      expect(kind.authorize(null)).toEqual({});
      expect(JSON.stringify(kind.authorize('sk-canary'))).toContain('sk-canary');
      expect(kind.list.read('<html>').ok).toBe(false);
    }
  });

  it('each server that it knows has an address of its own, and names this page in the setting that lets it in', () => {
    for (const { servers } of CONNECTION_KINDS) {
      expect(new Set(servers.map(({ url }) => url)).size).toBe(servers.length);
      for (const { name, url, lettingIn } of servers.filter((one) => one.lettingIn !== null)) {
        const recipes = recipesFor(servers, url, PAGE);
        expect(new Set(recipes.map(({ server }) => server))).toEqual(new Set([name]));
        for (const { command, how } of recipes) expect(command + how).toMatch(/planloom\.example|CORS/);
        expect(lettingIn?.brief).toContain(name === 'llama.cpp' ? 'llama' : name);
      }
    }
  });

  it('a service is known by its host: a port that none of the servers has gets the settings of all', () => {
    const { servers } = CONNECTION_KINDS[0];
    const all = new Set(recipesFor(servers, 'http://192.168.1.5:9999/v1', PAGE).map(({ server }) => server));
    expect(all).toEqual(new Set(['Ollama', 'LM Studio', 'llama.cpp', 'vLLM']));
    expect(recipesFor(servers, 'https://elsewhere.example/v1', PAGE)).toHaveLength(6);
  });

  it('a document may name a kind that nobody speaks here: it opens', () => {
    const outcome = readJson({
      ...{ format: 'planloom/workspace', version: 1, id: 'w', plans: [] },
      connections: [{ id: 'tools', kind: 'mcp' }],
    });
    expect(outcome.kind === 'document' && outcome.workspace.connections).toEqual([
      { id: 'tools', kind: 'mcp' },
    ]);
  });

  it('what is called or tested over such a kind is refused, and nothing leaves', async () => {
    const models = openModels([{ id: 'main', connection: 'tools', model: 'any' }], () => OTHER, {
      fetch: neverAsked(),
    });
    const request = { model: 'main', messages: [{ role: 'user' as const, text: 'Hello.' }] };
    const asked = async () => {
      for await (const _event of models.stream(request, new AbortController().signal));
    };
    const thrown = await asked().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(CallError);
    expect(thrown).toMatchObject({
      error: { code: 'CONNECTION_KIND_UNKNOWN', retryable: false },
      failed: { usage: {} },
    });
    const signal = new AbortController().signal;
    const checkup = await checkConnection(OTHER, { fetch: neverAsked(), page: null, signal });
    expect(checkup.problem).toMatchObject({ code: 'CONNECTION_KIND_UNKNOWN' });
    expect(checkup.problem?.message).not.toContain('sk-canary');
  });

  it('a connection that was stored before there were kinds is OpenAI-compatible', async () => {
    const row = {
      ...{ id: 'old', name: 'Old', url: 'https://old.example/v1', origin: 'https://old.example' },
      ...{ keeping: 'device' as const, model: null, models: null, sealed: null, at: 1 },
    };
    const rows = {
      read: async () => ({ connections: [row], picks: [] }),
      ...{ put: done, remove: done, putPick: done, removePick: done, removePicksOf: done },
    };
    const vault = new Vault({ rows });
    await vault.reload();
    expect(vault.connection('old')).toMatchObject({ kind: 'openai-compatible', key: null });
  });
});

async function done(): Promise<void> {}
