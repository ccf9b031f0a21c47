import { type Diagnostic, problem } from '#base';
import { isSingle } from '../graph/calls';
import type { NodeOf } from '../schema/node';
import type { Rule, Subject } from './rule';

/**
 * L1: an EVALUATION has what its evaluator judges by, and there is something to judge, or for a REFLECTION to improve; an
 * AGENT that makes one call has a tool to call (P14).
 */
export const judgesAreComplete: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => {
    if (node.type === 'EVALUATION') return ofEvaluation(node, subject);
    if (node.type === 'AGENT') return ofAgent(node, subject);
    if (node.type !== 'REFLECTION' || node.input !== undefined) return [];
    const message = `"${node.id}" has nothing to improve.`;
    const help = 'Give it the value as its input, for example {{ draft }}.';
    return [problem('VALUE_MISSING', message, help, subject.at(node, '/input'))];
  });

function ofAgent(node: NodeOf<'AGENT'>, { at }: Subject): readonly Diagnostic[] {
  if (!isSingle(node) || (node.params.tools ?? []).length > 0) return [];
  const message = `"${node.id}" calls its first tool once, and has none.`;
  return [problem('TOOL_MISSING', message, 'Name the tool that it calls.', at(node, '/params/tools'))];
}

function ofEvaluation(node: NodeOf<'EVALUATION'>, { at }: Subject): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const { evaluator } = node.params;
  const by = evaluator === 'model' ? 'question' : evaluator;
  const basis = node.params[by];
  if (basis === undefined || (typeof basis === 'string' && basis.trim() === '')) {
    const message = `"${node.id}" is judged by a ${evaluator}, and has no ${by}.`;
    const help = `Give it a ${by}, or let it be judged by something else.`;
    found.push(problem('EVALUATOR_INCOMPLETE', message, help, at(node, `/params/${by}`)));
  }
  // A rule may look at variables alone.
  if (evaluator !== 'rule' && node.input === undefined) {
    const message = `"${node.id}" has nothing to judge.`;
    const help = 'Give it the value as its input, for example {{ answer }}.';
    found.push(problem('VALUE_MISSING', message, help, at(node, '/input')));
  }
  return found;
}
