import { type Diagnostic, didYouMean, isJsonObject, type Json, type JsonObject, problem } from '#base';
import { NODE_TYPES } from '../nodes';
import { whereIs } from './where';

/** Nodes whose type this version does not know: a newer one may, so their document opens read-only (case A8). */
export function unknownNodeTypes(workspace: JsonObject): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  visitNodes(workspace, [], (node, path) => {
    const type = node.type;
    if (typeof type !== 'string' || Object.hasOwn(NODE_TYPES, type)) return;
    found.push(
      problem(
        'UNKNOWN_NODE_TYPE',
        `This version of Planloom knows no node type "${type}".`,
        `${didYouMean(type, Object.keys(NODE_TYPES))}The document is opened read-only; correct the type in the file, or update Planloom.`,
        whereIs(workspace, [...path, 'type']),
      ),
    );
  });
  return found;
}

type Path = readonly (string | number)[];

function visitNodes(workspace: JsonObject, path: Path, report: (node: JsonObject, path: Path) => void): void {
  const plans = workspace.plans;
  if (!Array.isArray(plans)) return;
  for (const [index, plan] of plans.entries()) visitBody(plan, [...path, 'plans', index], report);
}

/** The bodies of containers that this version does not know are searched too: `body`, `try`, `catch`, `finally`. */
function visitBody(body: Json | undefined, path: Path, report: (node: JsonObject, path: Path) => void): void {
  const nodes = isJsonObject(body) ? body.nodes : undefined;
  if (!Array.isArray(nodes)) return;
  for (const [index, node] of nodes.entries()) {
    if (!isJsonObject(node)) continue;
    const at = [...path, 'nodes', index];
    report(node, at);
    for (const inner of ['body', 'try', 'catch', 'finally']) visitBody(node[inner], [...at, inner], report);
  }
}
