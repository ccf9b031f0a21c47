import { type Diagnostic, didYouMean, problem, warning } from '#base';
import { asksModel } from '../graph/calls';
import { fieldsOf } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import type { Workspace } from '../schema/workspace';
import type { Rule, Subject } from './rule';

/** P5: the models that a node asks are there. A proposed plan is judged where it runs: it knows no workspace. */
export const modelsAreThere: Rule = (subject) => {
  const { authored, nodes } = subject;
  if (authored === null) return [];
  return nodes.flatMap(({ node }) => ofNode(node, authored.workspace, subject));
};

function ofNode(node: PlanNode, { models }: Workspace, { at }: Subject): readonly Diagnostic[] {
  const ids = models.map(({ id }) => id);
  const named = fieldsOf(node).filter(({ is }) => is === 'model');
  if (ids.length === 0 && named.length === 0 && asksModel(node)) {
    const message = `"${node.id}" asks a model, and this workspace names none: your default model answers.`;
    return [
      warning(
        'MODEL_NONE',
        message,
        'Connect one in the settings, or add a model to the workspace.',
        at(node, placeOf(node)),
      ),
    ];
  }
  return named.flatMap(({ value, path }) => {
    const id = String(value);
    if (ids.includes(id)) return [];
    const help = `${didYouMean(id, ids)}Add it to the workspace, or name another.`;
    const where = at(node, path);
    return [problem('MODEL_UNKNOWN', `There is no model "${id}" in this workspace.`, help, where)];
  });
}

/** Judges have one model, all others a list of them. */
function placeOf({ type }: PlanNode): string {
  return type === 'EVALUATION' ? '/params/model' : '/params/models';
}
