import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask } from './notation';

const failing: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
const options = { fetch: failing };

afterEach(() => vi.unstubAllGlobals());

describe('fault D3 a page says why it cannot reach a server', () => {
  it.each([
    ['http://192.168.1.5:11434/v1', 'MODEL_ADDRESS_BLOCKED'],
    ['http://ollama.local/v1', 'MODEL_ADDRESS_BLOCKED'],
    ['http://[::1]:1234/v1', 'MODEL_ADDRESS_BLOCKED'],
    ['https://192.168.1.5/v1', 'MODEL_UNREACHABLE'],
    ['http://127.0.0.1:9/v1', 'MODEL_UNREACHABLE'],
  ])('%s is %s', async (url, code) => {
    vi.stubGlobal('navigator', { onLine: true });
    const answer = await ask(url, { options });
    expect(answer.code).toBe(code);
    if (code === 'MODEL_ADDRESS_BLOCKED') {
      expect(answer).toMatchObject({ retryable: false, help: expect.stringContaining('command line') });
      expect(answer.message).toContain('may only reach https addresses, localhost and 127.0.0.1');
    }
  });

  it('T9 what the page carries decides: its own origin, and what --connect names', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('location', { origin: 'http://192.168.1.9:4173' });
    const content = "default-src 'none'; connect-src 'self' https: http://192.168.1.5:11434";
    vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => content }) });
    const codeOf = async (url: string) => (await ask(url, { options })).code;
    expect(await codeOf('http://192.168.1.9:4173/v1')).toBe('MODEL_UNREACHABLE');
    expect(await codeOf('http://192.168.1.5:11434/v1')).toBe('MODEL_UNREACHABLE');
    expect(await codeOf('http://192.168.1.5:1234/v1')).toBe('MODEL_ADDRESS_BLOCKED');
    expect(await codeOf('http://localhost:1234/v1')).toBe('MODEL_ADDRESS_BLOCKED');
  });

  it('the command line has no such policy', async () => {
    expect((await ask('http://192.168.1.5:11434/v1', { options })).code).toBe('MODEL_UNREACHABLE');
  });
});

describe('case F8 offline', () => {
  it.each([
    ['https://api.example.com/v1', 'MODEL_OFFLINE'],
    ['http://localhost:11434/v1', 'MODEL_UNREACHABLE'],
  ])('%s is %s: what is on this device needs no network', async (url, code) => {
    vi.stubGlobal('navigator', { onLine: false });
    expect((await ask(url, { options })).code).toBe(code);
  });
});
