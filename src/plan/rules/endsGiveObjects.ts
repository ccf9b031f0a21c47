import { isJsonObject, warning } from '#base';
import { compileTemplate } from '../expressions/template';
import type { Rule } from './rule';

/** R15: where an END ends the plan or the run its result is an object, whose keys replace those of the mapping. */
export const endsGiveObjects: Rule = ({ nodes, proposed, at }) =>
  nodes.flatMap(({ node, path }) => {
    if (node.type !== 'END' || node.params?.result === undefined) return [];
    const { result, ends = 'scope' } = node.params;
    // At the top of a proposed plan an END gives its executor's scope any value (R21).
    const endsPlan = ends !== 'scope' || (path.length === 0 && proposed === null);
    if (!endsPlan || isJsonObject(result) || isOneHole(result)) return [];
    const help = 'Write an object, for example {"answer": "{{ answer }}"}.';
    return [
      warning(
        'END_RESULT_NOT_OBJECT',
        'The result of a plan is an object.',
        help,
        at(node, '/params/result'),
      ),
    ];
  });

function isOneHole(result: Parameters<typeof compileTemplate>[0]): boolean {
  const template = compileTemplate(result);
  return !template.ok || template.value.part.kind === 'value';
}
