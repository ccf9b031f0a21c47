import type { Command } from '../command';
import { EXIT } from '../outcome';
import { serveApp } from '../serve/serveApp';

export const serve: Command = {
  name: 'serve',
  files: [],
  about: 'Serves the built app on this machine, with the right headers, until it is ended: {url}.',
  options: {
    port: {
      type: 'string',
      value: 'N',
      about:
        'The port, from 0 to 65535, where 0 takes a free one; the variable PORT by default, else the first free one from 4173 on.',
    },
  },
  examples: ['serve --port 8080'],
  run: async (given, { root, env, print }) => {
    const { url } = await serveApp(root, { port: given.text('port') ?? env.PORT });
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
