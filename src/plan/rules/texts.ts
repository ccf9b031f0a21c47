import { escapePointer, type Json } from '#base';
import type { NodeOf, PlanNode } from '../schema/node';
import { localsOf } from './names';

/** A text of a node that is read as a language (V3), and what it may name besides variables. */
export interface LanguageText {
  readonly kind: 'expression' | 'template' | 'jsonata';
  readonly value: Json;
  /** JSON Pointer into the node. */
  readonly field: string;
  /** What it may name besides variables: `result` of the node, the `event` that came. */
  readonly sees: readonly string[];
  /** Whether it may name more than can be known here: a planner's prompt sees goal, catalogue and others. */
  readonly isOpen: boolean;
}

/** Every text of a node in one of the three languages. Parameters that are not named here are literal. */
export function textsOf(node: PlanNode): readonly LanguageText[] {
  const texts: LanguageText[] = Object.entries(node.output ?? {}).map(([variable, source]) =>
    text('expression', source, `/output/${escapePointer(variable)}`, { sees: ['result'] }),
  );
  if (node.input !== undefined && node.input !== '*') texts.push(text('template', node.input, '/input'));
  return [...texts, ...textsOfParams(node)];
}

function textsOfParams(node: PlanNode): readonly LanguageText[] {
  switch (node.type) {
    case 'IF':
      return [text('expression', node.params.condition, '/params/condition')];
    case 'SWITCH':
      return node.params.cases.map(({ when }, index) =>
        text('expression', when, `/params/cases/${index}/when`),
      );
    case 'EVENT_WAIT':
      return node.params.events.flatMap(({ when }, index) =>
        when === undefined
          ? []
          : [text('expression', when, `/params/events/${index}/when`, { sees: ['event'] })],
      );
    case 'ITERATOR':
      return [text('expression', node.params.items, '/params/items')];
    case 'LOOP':
      return [
        ...given('expression', node.params.while, '/params/while', { sees: localsOf(node) }),
        ...given('expression', node.params.until, '/params/until', { sees: localsOf(node) }),
      ];
    case 'TRANSFORM':
      return [text('jsonata', node.params.expression, '/params/expression')];
    case 'FILL_TEMPLATE':
      return given('template', node.params.template, '/params/template');
    case 'HUMAN_INPUT':
      return given('template', node.params.message, '/params/message');
    case 'LLM_DECISION':
      return given('template', node.params.question, '/params/question');
    case 'TOOL_ROUTER':
      return textsOfRouter(node);
    case 'EVALUATION':
      return [
        ...given('expression', node.params.rule, '/params/rule', { sees: ['value'] }),
        ...given('template', node.params.question, '/params/question'),
      ];
    case 'REFLECTION':
    case 'AGENT':
      return given('template', node.params?.goal, '/params/goal');
    case 'END':
      return given('template', node.params?.result, '/params/result');
    case 'PLANNER':
      return [
        ...given('template', node.params?.goal, '/params/goal'),
        ...(typeof node.params?.prompt === 'string'
          ? [text('template', node.params.prompt, '/params/prompt', { isOpen: true })]
          : []),
      ];
    default:
      return [];
  }
}

function textsOfRouter({ params }: NodeOf<'TOOL_ROUTER'>): readonly LanguageText[] {
  const ofRoutes = params.routes.flatMap(({ when, input }, index) => [
    ...given('expression', when, `/params/routes/${index}/when`),
    ...given('template', input, `/params/routes/${index}/input`),
  ]);
  return [...given('template', params.question, '/params/question'), ...ofRoutes];
}

function given(
  kind: LanguageText['kind'],
  value: Json | undefined,
  field: string,
  more: { sees?: readonly string[] } = {},
): readonly LanguageText[] {
  return value === undefined ? [] : [text(kind, value, field, more)];
}

function text(
  kind: LanguageText['kind'],
  value: Json,
  field: string,
  more: { sees?: readonly string[]; isOpen?: boolean } = {},
): LanguageText {
  return { kind, value, field, sees: more.sees ?? [], isOpen: more.isOpen ?? false };
}
