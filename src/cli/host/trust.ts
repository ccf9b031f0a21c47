import { type Hash, type JsonObject, problem } from '#base';
import { type Catalogue, type Workspace, workspaceHash } from '#plan';
import { isShippedSample } from '#samples';
import { type Risk, riskOf } from '#share';
import { Refusal } from '../outcome';

/**
 * T1 on the command line. What only reads and computes with what it holds may run: naming the file was asking for it.
 * What reaches further (a model, an address, an effect on the world, a capability that it brings along or that is not
 * known) needs `--trust HASH` with its hash, or `--yes`. Templates that ship with the app are trusted by hash.
 *
 * @throws Refusal `UNTRUSTED`, with the hash and what the workspace could do
 */
export function demandTrust(
  workspace: Workspace,
  catalogue: Catalogue,
  given: { readonly trust: string | undefined; readonly yes: boolean },
): void {
  const hash = workspaceHash(workspace);
  if (given.yes || given.trust === hash) return;
  const risk = riskOf(workspace, catalogue);
  // Who names a hash means that workspace and no other, however harmless this one is.
  if (given.trust === undefined && (risk.harmless || isShippedSample(hash))) return;
  throw untrusted(hash, risk, given.trust);
}

function untrusted(hash: Hash, risk: Risk, trust: string | undefined): Refusal {
  const message =
    trust === undefined
      ? `This workspace reaches beyond itself and is not trusted. Its hash is ${hash}.`
      : `The hash that you trust is not that of this workspace, which is ${hash}.`;
  const help = `Look at what it can do, then run it with --trust ${hash}, or with --yes.`;
  return new Refusal([problem('UNTRUSTED', message, help)], { hash, can: summaryOf(risk) });
}

function summaryOf(risk: Risk): JsonObject {
  return {
    hosts: [...risk.hosts],
    connections: risk.connections.map(({ id }) => id),
    models: risk.models.map(({ id }) => id),
    tools: { ...risk.tools },
    unasked: [...risk.unasked],
    unknownTools: [...risk.unknownTools],
    code: [...risk.code],
  };
}
