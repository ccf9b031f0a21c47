import type { Command } from '../command';
import { EXIT } from '../outcome';
import { serveApp } from '../serve/serveApp';

export const serve: Command = {
  name: 'serve',
  files: [],
  about: 'Serves the built app with the right headers until it is ended: {url}.',
  options: {
    port: {
      type: 'string',
      value: 'N',
      about: 'the port (or PORT); the first free one from 4173 on by default',
    },
  },
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
