import { expect, test } from 'vitest';
import { graphOfRun, isUnanswered, outlineOf, project, shownStatus, timelineOf } from '#projection';
import { ledger } from '../notation/ledger';
import { plan } from '../notation/plan';

const asked = plan(`
  in question
  out answer
  start: START
  plan: PLANNER htn {goal: "{{ question }}"}
  execute: PLAN_EXECUTOR dynamicPlan
  end: END
  start -> plan
  plan -> execute
  execute -> end
`);

const ended = (code: string) =>
  project(
    ledger(
      asked,
      `
      0 begin {"question": "a poem"}
        start /start
        took /start out
        start /plan#1
        plan /plan!1 1
      4 reply /plan!1 refused
        fail /plan#1 ${code}
        failed ${code}
      `,
    ),
  );

const cards = (code: string) => {
  const graph = graphOfRun(asked, ended(code));
  const words = new Map(outlineOf(graph).map(({ key, word }) => [key, word]));
  return graph.nodes.map((node) => [node.key, shownStatus(node), words.get(node.key), node.line]);
};

test('E8 a question that is beyond its planner waits for another one: its card is not failed, what follows is not yet', () => {
  expect(isUnanswered(ended('CANNOT_PLAN'))).toBe(true);
  expect(cards('CANNOT_PLAN')).toEqual([
    ['/start', 'succeeded', 'succeeded', 'a poem'],
    ['/plan', 'waiting', 'not answered', 'not answered yet'],
    ['/execute', 'skipped', 'not yet', 'no plan yet'],
    ['/end', 'skipped', 'not yet', 'not yet'],
  ]);
  // The status itself stays what the ledger says (U).
  expect(graphOfRun(asked, ended('CANNOT_PLAN')).nodes[1]?.status).toBe('failed');
  const planning = timelineOf(ended('CANNOT_PLAN')).rows.find(({ address }) => address === '/plan');
  expect(planning?.bars.map(({ kind }) => kind)).toEqual(['planning']);
});

test('a planner that failed for another reason stays failed', () => {
  expect(isUnanswered(ended('PLAN_INVALID'))).toBe(false);
  expect(cards('PLAN_INVALID').slice(1)).toEqual([
    ['/plan', 'failed', 'failed', 'It said PLAN_INVALID.'],
    ['/execute', 'skipped', 'skipped', 'not needed'],
    ['/end', 'skipped', 'skipped', 'not needed'],
  ]);
});
