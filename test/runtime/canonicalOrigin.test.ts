import { describe, expect, test } from 'vitest';
import { canonicalOrigin, isSameOrigin } from '#runtime';

const OPENAI = 'https://api.openai.com';

describe('case A3 addresses are compared by their canonical origin', () => {
  test.each([
    ['as it is', 'https://api.openai.com/v1', OPENAI],
    ['scheme and host in capitals', 'HTTPS://API.OpenAI.com/v1', OPENAI],
    ["the scheme's own port", 'https://api.openai.com:443/v1', OPENAI],
    ['a trailing dot', 'https://api.openai.com./v1', OPENAI],
    ['query and fragment', 'https://api.openai.com?x=@evil.tld#@evil.tld', OPENAI],
    ['white space around', '  https://api.openai.com/v1\n', OPENAI],
    ['a tab inside, which browsers drop', 'https://api.open\tai.com/v1', OPENAI],
    ['full-width letters, which browsers fold', 'https://ａpi.openai.com/v1', OPENAI],
    ['a soft hyphen, which browsers drop', 'https://api.open\u00adai.com/v1', OPENAI],
    ['another port', 'https://api.openai.com:8443/v1', 'https://api.openai.com:8443'],
    ['another scheme', 'http://api.openai.com/v1', 'http://api.openai.com'],
    ['a longer name', 'https://api.openai.com.evil.tld/v1', 'https://api.openai.com.evil.tld'],
    ['the name in the path', 'https://evil.tld/https://api.openai.com', 'https://evil.tld'],
    ['a backslash, which browsers take for a slash', 'https://evil.tld\\@api.openai.com', 'https://evil.tld'],
    ['a Cyrillic look-alike, in punycode', 'https://аpi.openai.com/v1', 'https://xn--pi-6kc.openai.com'],
    ['an umlaut, in punycode', 'https://bücher.example', 'https://xn--bcher-kva.example'],
    ['loopback by name', 'http://localhost:11434/v1', 'http://localhost:11434'],
    ['loopback in one number', 'http://2130706433/', 'http://127.0.0.1'],
    ['loopback in octal', 'http://0177.0.0.1/', 'http://127.0.0.1'],
    ['IPv6', 'http://[0:0:0:0:0:0:0:1]:80/', 'http://[::1]'],
  ])('%s', (_, address, origin) => {
    expect(canonicalOrigin(address)).toEqual({ ok: true, value: origin });
    expect(isSameOrigin(address, OPENAI)).toBe(origin === OPENAI);
  });

  test.each([
    ['a user name before the host', 'https://api.openai.com@evil.tld/v1'],
    ['a user name and a password', 'https://api.openai.com:443@evil.tld/v1'],
    ['an empty user name', 'https://:x@evil.tld/'],
    ['no scheme', '//api.openai.com/v1'],
    ['a path alone', '/v1/chat'],
    ['a name alone', 'api.openai.com'],
    ['a scheme without slashes', 'https:api.openai.com'],
    ['a script', 'javascript:alert(1)//https://api.openai.com'],
    ['data', 'data:text/plain,https://api.openai.com'],
    ['a file', 'file:///etc/passwd'],
    ['a socket', 'ws://api.openai.com/'],
    ['a blob', 'blob:https://api.openai.com/1'],
    ['no host', 'https://'],
    ['dots alone', 'https://../'],
    ['two trailing dots', 'https://api.openai.com../'],
    ['a space in the host', 'https://api.openai.com evil.tld/'],
    ['an escaped slash in the host', 'https://api.openai.com%2f.evil.tld/'],
    ['a port that is none', 'https://api.openai.com:99999/'],
    ['nothing', ''],
  ])('refuses %s', (_, address) => {
    expect(canonicalOrigin(address)).toMatchObject({
      ok: false,
      problem: { code: 'ADDRESS_INVALID', help: expect.any(String) },
    });
    expect(isSameOrigin(address, OPENAI)).toBe(false);
    expect(isSameOrigin(address, address)).toBe(false);
  });
});
