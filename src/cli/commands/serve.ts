import { readFile } from 'node:fs/promises';
import { isIP, isIPv6 } from 'node:net';
import { present } from '#base';
import { canonicalOrigin } from '#runtime';
import type { Command, Given } from '../command';
import { EXIT, Refusal, refuse } from '../outcome';
import { type ServeOptions, serveApp } from '../serve/serveApp';

export const serve: Command = {
  name: 'serve',
  files: [],
  about:
    'Serves the built app, with the right headers, until it is ended: {url}. On this device alone, unless --host says otherwise.',
  options: {
    port: {
      type: 'string',
      value: 'N',
      about:
        'The port, from 0 to 65535, where 0 takes a free one; the variable PORT by default, else the first free one from 4173 on.',
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      about:
        'The address to listen on; 127.0.0.1 by default. Without https, browsers trust the page on this device only: elsewhere it shows and replays, and starts no runs.',
    },
    'allow-host': {
      type: 'string',
      value: 'NAME',
      multiple: true,
      about: 'A name that it answers to besides ADDRESS and those of this device. All others are refused.',
    },
    'tls-cert': { type: 'string', value: 'FILE', about: 'A certificate (PEM): serves https.' },
    'tls-key': { type: 'string', value: 'FILE', about: 'Its private key (PEM).' },
    connect: {
      type: 'string',
      value: 'ORIGIN',
      multiple: true,
      about:
        'An origin that the page may reach besides https, localhost and 127.0.0.1: a model server in the local network.',
    },
  },
  examples: [
    'serve --port 8080',
    'serve --connect http://192.168.1.20:11434',
    'serve --host 0.0.0.0 --allow-host planloom.lan --tls-cert lan.pem --tls-key lan.key',
  ],
  run: async (given, { root, env, print }) => {
    const options = await readServeOptions(given);
    const { url } = await serveApp(root, { ...options, port: given.text('port') ?? env.PORT });
    await print(`${JSON.stringify({ url })}\n`);
    await untilEnded();
    return { exit: EXIT.done };
  },
};

function untilEnded(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

/** Addresses on which it would answer to whatever reaches the machine, as they stand in a URL. */
const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]']);

/**
 * What `serve` was told: where to listen, to which names to answer, and what the page may reach.
 *
 * @throws Refusal where a name or an origin is none, or nobody has said which names it has
 */
export async function readServeOptions(given: Given): Promise<ServeOptions> {
  const said = given.text('host');
  const address = said === '*' ? '::' : said;
  const named = given.all('allow-host').map(readName);
  const own = address === undefined ? null : hostOf(address);
  const isAny = own !== null && ANY.has(own);
  if (isAny && named.length === 0)
    throw refuse(
      'HOST_UNNAMED',
      `On ${said} every name would lead here, also one that somebody else points at this device.`,
      'Name those that people will use: --allow-host NAME.',
    );
  const tls = await readTls(given);
  return {
    ...present({ address }),
    ...(tls === null ? {} : { tls }),
    hosts: own === null || isAny ? named : [...named, own],
    connect: given.all('connect').map(readOrigin),
  };
}

/**
 * An address of the machine as browsers write it, who send `[::1]` for `0:0:0:0:0:0:0:1`.
 *
 * @throws Refusal where it is none, or one that no URL can name, such as that of a zone (`fe80::1%eth0`)
 */
function hostOf(address: string): string {
  const host = inUrl(address);
  if (isIP(address) && host !== '') return host;
  throw refuse(
    'USAGE',
    `"${address}" is not an address of this device.`,
    'Write one like 192.168.1.5, or 0.0.0.0 for all of them; names go to --allow-host.',
  );
}

/** A host as it stands in a URL: letters of other scripts in punycode, IPv6 shortened and in brackets; empty where it is none. */
function inUrl(host: string): string {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function readName(text: string): string {
  const name = inUrl(text);
  const isName =
    /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(name) && (isIPv6(text) || !/[/@?#]|:\d*$/.test(text));
  if (isName) return name;
  throw refuse(
    'USAGE',
    `"${text}" is not the name of a host.`,
    'Write it without a port and without http://, for example planloom.lan.',
  );
}

function readOrigin(text: string): string {
  const origin = canonicalOrigin(text);
  if (!origin.ok) throw new Refusal([origin.problem]);
  return origin.value;
}

async function readTls(given: Given): Promise<NonNullable<ServeOptions['tls']> | null> {
  const [cert, key] = [given.text('tls-cert'), given.text('tls-key')];
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined)
    throw refuse(
      'USAGE',
      'A certificate and its key belong together.',
      'Give both: --tls-cert FILE --tls-key FILE.',
    );
  try {
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw refuse(
      'FILE_UNREADABLE',
      `The certificate or its key cannot be read: ${reason}`,
      'Look at the paths.',
    );
  }
}
