import type { Command } from '../command';
import { EXIT } from '../outcome';
import { serveApp } from '../serve/serveApp';
import { readServeOptions } from '../serve/serveOptions';

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
