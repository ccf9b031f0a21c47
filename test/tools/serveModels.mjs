/**
 * Starts the scripted model server on its own: `node test/tools/serveModels.mjs [port]`. Prints its base URL
 * on the first line of stdout and serves until it is ended; it is steered over HTTP (see scriptedModelServer.ts).
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const source = fileURLToPath(new URL('./scriptedModelServer.ts', import.meta.url));
const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' });
const server = await module.ScriptedModelServer.start(Number(process.argv[2] ?? 0));
console.log(server.url);
