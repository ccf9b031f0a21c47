import { describe, expect, test } from 'vitest';
import { resolveUri } from '../../src/plan/jsonSchema/schemaDocument';

const BASE = 'http://a/b/c/d;p?q';

describe('fault F10 references are resolved as RFC 3986 says', () => {
  test.each([
    ['g:h', 'g:h'],
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g/'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../..', 'http://a/'],
    ['../../../g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g/../h', 'http://a/b/c/h'],
    ['HTTP://A/x', 'http://a/x'],
  ])('%s', (reference, uri) => {
    expect(resolveUri(reference, BASE)).toEqual({ uri, fragment: '' });
    const beyond = resolveUri(`${reference}#/x~1y`, BASE);
    expect(beyond).toEqual({ uri, fragment: '/x~1y' });
    expect(beyond.uri).toBe(new URL(reference, BASE).href.split('#')[0]);
  });

  test('a URN keeps its name, and a fragment leads into it', () => {
    expect(resolveUri('#a', 'urn:uuid:1-2')).toEqual({ uri: 'urn:uuid:1-2', fragment: 'a' });
    expect(resolveUri('urn:x:y#z', 'schema:/')).toEqual({ uri: 'urn:x:y', fragment: 'z' });
    expect(resolveUri('item', 'schema:/')).toEqual({ uri: 'schema:/item', fragment: '' });
  });
});
