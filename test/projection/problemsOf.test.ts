import { expect, test } from 'vitest';
import { problem, warning } from '#base';
import { graphOfPlan } from '#projection';
import { plan } from '../notation/plan';

test('E4 a node with warnings alone is told in amber, one with an error in red', () => {
  const graph = graphOfPlan(plan('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo'), [
    warning('W', 'One.', 'Do it.', { node: 'a' }),
    warning('W', 'One.', 'Do it.', { node: 'a' }),
    warning('W', 'One.', 'Do it.', { node: 'b' }),
    problem('E', 'Two.', 'Do it.', { node: 'b' }),
  ]);
  expect(graph.nodes.map(({ reason, warned }) => [reason, warned])).toEqual([
    ['One.', true],
    ['One.\nTwo.', undefined],
    [null, undefined],
  ]);
});
