import { describe, expect, test } from 'vitest';
import { addPlanForSentence, changeQuestion, planForSentence, questionOf, searchAll } from '#editor';
import { read, write } from '#plan';
import { workspace } from '../notation/plan';
import { CATALOGUE, drawn, editorOn } from './editorOn';

describe('E8 a sentence becomes a plan', () => {
  test('START → PLANNER → PLAN_EXECUTOR → END, the sentence its default question', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    const plan = addPlanForSentence(editor, '  Which regions grew most?  ');
    expect(drawn(editor)).toEqual([
      'start: START',
      'plan: PLANNER',
      'execute: PLAN_EXECUTOR',
      'end: END',
      'start:out->plan',
      'plan:out->execute',
      'execute:out->end',
    ]);
    expect(plan?.variables).toMatchObject([
      { id: 'question', scope: 'IN', default: 'Which regions grew most?' },
      { id: 'answer', scope: 'OUT' },
    ]);
    expect(editor.view.getState().planId).toBe('plan-1');
    editor.undo();
    expect(drawn(editor)).toEqual(['a: CAPABILITY']);
  });

  test('HTN plans without a model, with one its steps stream', () => {
    const empty = workspace([]);
    const flavour = (models: string[]) =>
      planForSentence('Hello?', empty, { models }).plan.nodes.find((node) => node.type === 'PLANNER')?.params;
    expect(flavour([])).toMatchObject({ planner: 'htn', goal: '{{ question }}' });
    expect(flavour(['big', 'small'])).toMatchObject({ planner: 'stream', models: ['big', 'small'] });
  });

  test('the ids of plans that are there are not taken again, and the document stays valid', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    addPlanForSentence(editor, 'One?');
    addPlanForSentence(editor, 'Two?');
    expect(editor.workspace.plans.map((plan) => plan.id)).toEqual(['main', 'plan-1', 'plan-2']);
    expect(read(write(editor.workspace)).kind).toBe('document');
    editor.setCatalogue(CATALOGUE);
    const errors = editor.check().filter((one) => one.severity === 'error');
    expect(errors).toEqual([]);
  });

  test('an empty sentence makes nothing; braces in it are text', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    expect(addPlanForSentence(editor, '   ')).toBeNull();
    const plan = addPlanForSentence(editor, 'What is {{ 1 + 1 }}?');
    expect(plan?.variables).toMatchObject([{ default: 'What is {{ 1 + 1 }}?' }, {}]);
  });

  test('its question is changed in place, in one step of undo; other plans answer none', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    const plan = addPlanForSentence(editor, 'Which grew most?');
    const now = () => editor.workspace.plans.map((one) => [one.name, questionOf(one)]);
    if (plan !== null) changeQuestion(editor, plan, ' Which shrank? ');
    expect(now()).toEqual([
      [undefined, null],
      ['Which shrank?', 'Which shrank?'],
    ]);
    editor.undo();
    expect(now()[1]).toEqual(['Which grew most?', 'Which grew most?']);
    if (plan !== null) changeQuestion(editor, plan, '   ');
    expect(now()[1]).toEqual(['Which grew most?', 'Which grew most?']);
  });
});

describe('searching all plans', () => {
  const { editor } = editorOn(`
    a: CAPABILITY table.load {name: "Load sales"}
    box: GROUP ASYNC
      b: CAPABILITY echo {name: "Say sales are loaded", input: {text: "Quarterly"}}
  `);

  test('by name, id, type, capability and what is written in a node; names that begin so come first', () => {
    const keys = (text: string) => searchAll(editor, text).map((found) => found.key);
    expect(keys('load')).toEqual(['/a', '/box/b']);
    expect(keys('say')).toEqual(['/box/b']);
    expect(keys('table.load')).toEqual(['/a']);
    expect(keys('quarterly')).toEqual(['/box/b']);
    expect(keys('GROUP')).toEqual(['/box']);
    expect(keys('nothing like it')).toEqual([]);
    expect(keys('  ')).toEqual([]);
  });

  test('a call without a name is found by what its card says', () => {
    const found = searchAll(editorOn('a: CAPABILITY echo').editor, 'echo');
    expect(found).toMatchObject([{ key: '/a', title: 'echo' }]);
  });
});
