import containers from '../machine/module/containers.ts?raw';
import engine from '../machine/module/engine.ts?raw';
import find from '../machine/module/find.ts?raw';
import machine from '../machine/module/machine.ts?raw';
import { NODE_FACTS } from '../machine/module/nodeFacts';
import nodes from '../machine/module/nodes.ts?raw';
import outside from '../machine/module/outside.ts?raw';
import plans from '../machine/module/plans.ts?raw';
import scopes from '../machine/module/scopes.ts?raw';
import settle from '../machine/module/settle.ts?raw';
import standing from '../machine/module/standing.ts?raw';

/**
 * The runtime that an exported module carries: the files of `machine/module`, which are code of ours and tested as such,
 * in one text without their imports of each other.
 */
export function moduleRuntime(): string {
  const files = [standing, find, outside, settle, scopes, containers, plans, nodes, engine, machine];
  return [...files.map(withoutImports), nodeFacts()].join('\n');
}

function nodeFacts(): string {
  return `const NODE_FACTS: { readonly [type: string]: NodeFact | undefined } = ${JSON.stringify(NODE_FACTS, null, 2)};\n`;
}

function withoutImports(source: string): string {
  return source
    .replace(/^import [\s\S]*? from '[^']+';\n/gm, '')
    .trim()
    .concat('\n');
}
