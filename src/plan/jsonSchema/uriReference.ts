/** A URI taken apart from its fragment; nothing is fetched, addresses only name what stands in a schema. */
export interface ResolvedUri {
  readonly uri: string;
  /** Still percent-encoded; empty where there is none. */
  readonly fragment: string;
}

interface Parts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/**
 * Resolves a reference against the URI that it stands in. Written out here because the ground floor has no `URL`, and must
 * give one answer in page and Node.
 *
 * @see RFC 3986, 5.2 and appendix B
 * @example resolveUri('item#/a', 'https://example.org/tree') // { uri: 'https://example.org/item', fragment: '/a' }
 */
export function resolveUri(reference: string, base: string): ResolvedUri {
  const given = partsOf(reference);
  const from = partsOf(base);
  const fragment = given.fragment ?? '';
  if (given.scheme !== undefined) return { uri: written({ ...given, path: tidied(given.path) }), fragment };
  if (given.authority !== undefined)
    return { uri: written({ ...given, scheme: from.scheme, path: tidied(given.path) }), fragment };
  const { scheme, authority } = from;
  if (given.path === '') return { uri: written({ ...from, query: given.query ?? from.query }), fragment };
  const path = given.path.startsWith('/') ? given.path : beside(from, given.path);
  return { uri: written({ ...given, scheme, authority, path: tidied(path) }), fragment };
}

function partsOf(uri: string): Parts {
  const [, scheme, authority, path = '', query, fragment] =
    /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(uri) ?? [];
  return { scheme: scheme?.toLowerCase(), authority: authority?.toLowerCase(), path, query, fragment };
}

function written({ scheme, authority, path, query }: Parts): string {
  return [
    scheme === undefined ? '' : `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    authority !== undefined && path === '' ? '/' : path,
    query === undefined ? '' : `?${query}`,
  ].join('');
}

/** The reference in place of what follows the last `/` of the path that it stands in. */
function beside({ authority, path }: Parts, reference: string): string {
  if (authority !== undefined && path === '') return `/${reference}`;
  return path.slice(0, path.lastIndexOf('/') + 1) + reference;
}

/** Without `.` and `..`, which lead nowhere above the root. */
function tidied(path: string): string {
  if (!path.includes('.')) return path;
  const segments = path.split('/');
  const last = segments.at(-1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') {
      if (kept.length > 1) kept.pop();
    } else if (segment !== '.') kept.push(segment);
  }
  if (last === '.' || last === '..') kept.push('');
  return kept.join('/');
}
