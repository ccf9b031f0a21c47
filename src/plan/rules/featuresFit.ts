import { type Diagnostic, didYouMean, problem, type Where } from '#base';
import type { Rule, Subject } from './rule';

/** L4: nodes name features of the workspace; a proposed plan has none of its own. */
export const featuresFit: Rule = (subject) => [
  ...(subject.authored?.plan.features ?? []).flatMap(({ feature }, index) =>
    ofNode(feature, subject, subject.at(null, `/features/${index}/feature`)),
  ),
  ...addressesOfItsOwn(subject),
  ...subject.nodes.flatMap(({ node }) =>
    (node.features ?? []).flatMap(({ feature }, index) =>
      ofNode(feature, subject, subject.at(node, `/features/${index}/feature`)),
    ),
  ),
];

/** The guards of a plan stand at `/<plan>!pre-n`, and those of a node at `/<node>!pre-n` (K11). */
function addressesOfItsOwn(subject: Subject): readonly Diagnostic[] {
  const plan = subject.authored?.plan;
  if (plan?.features === undefined || plan.features.length === 0) return [];
  const namesake = subject.nodes.find(({ node }) => node.id === plan.id)?.node;
  if (namesake === undefined) return [];
  const help = 'Give the node another id.';
  const message = `The plan "${plan.id}" has features, and a node has its id: their calls would share an address.`;
  return [problem('FEATURE_ADDRESS', message, help, subject.at(namesake, '/id'))];
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
