import { type Diagnostic, problem, type Where } from '#base';
import { didYouMean } from '../read/nearest';
import type { Rule, Subject } from './rule';

/** L4: nodes name features of the workspace; a proposed plan has none of its own. */
export const featuresFit: Rule = (subject) => [
  ...(subject.authored?.plan.features ?? []).map((_, index) =>
    ofPlan(subject.at(null, `/features/${index}`)),
  ),
  ...subject.nodes.flatMap(({ node }) =>
    (node.features ?? []).flatMap(({ feature }, index) =>
      ofNode(feature, subject, subject.at(node, `/features/${index}/feature`)),
    ),
  ),
];

function ofPlan(where: Where): Diagnostic {
  const help = 'Put them on its nodes, or on a container around them; the document keeps it until then.';
  return problem('NOT_SUPPORTED', 'Features of a whole plan are not run by this version.', help, where);
}

function ofNode(id: string, { authored, proposed }: Subject, where: Where): readonly Diagnostic[] {
  if (proposed !== null) {
    const help = 'Leave "features" out: those around the plan apply to it.';
    return [
      problem('FEATURES_NOT_ALLOWED', 'A step of a proposed plan has no features of its own.', help, where),
    ];
  }
  const known = authored?.workspace.features ?? [];
  if (authored === null || known.some((feature) => feature.id === id)) return [];
  const help = `${didYouMean(
    id,
    known.map((feature) => feature.id),
  )}Add it to the features of the workspace, or name another.`;
  return [problem('FEATURE_UNKNOWN', `There is no feature "${id}".`, help, where)];
}
