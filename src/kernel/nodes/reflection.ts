import type { Json } from '#base';
import { type NodeOf, USUAL_ROUNDS } from '#plan';
import { askModel, memberIn, textIn } from '../dialogue/dialogue';
import { critiqueQuestion, improvementQuestion } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { failNode, succeedNode } from '../node';
import type { ModelDialogue, Topic } from '../work';
import { asking, type Behaviour } from './behaviour';

type About = Extract<Topic, { kind: 'critique' | 'improvement' }>;

/**
 * REFLECTION: a model criticises the input and improves it by that, round by round, until there is nothing to mend or the
 * rounds are used up; each call is a leaf of the node's own scope (K2).
 */
export const reflection: Behaviour<'REFLECTION'> = {
  isScripted: true,
  start: asking<'REFLECTION'>(
    ({ params }) => params?.goal ?? '',
    (draft, ref, _node, goal, input) =>
      criticise(draft, ref, { goal, kind: 'critique', round: 0, value: input ?? null }, null),
  ),
  // A model has said what is to be mended, or has mended it.
  onReply: (draft, ref, node, before, result) => {
    const { topic } = before;
    if (topic.kind === 'critique') afterCritique(draft, ref, topic, before, result);
    else if (topic.kind === 'improvement') afterImprovement(draft, ref, node, topic, before, result);
  },
};

function criticise(draft: Draft, ref: NodeRef, about: About, before: ModelDialogue | null): void {
  const { goal, value } = about;
  askModel(draft, ref, 'critique', critiqueQuestion(goal, value), { ...about, kind: 'critique' }, before);
}

/** A critique that is not in the shape that was asked for is one all the same: its words are. */
function afterCritique(draft: Draft, ref: NodeRef, topic: About, before: ModelDialogue, result: Json): void {
  const { goal, value } = topic;
  if (memberIn(draft, result, 'good') === true) {
    succeedNode(draft, ref, { ports: ['out'], result: value });
    return;
  }
  const said = memberIn(draft, result, 'critique');
  const critique = typeof said === 'string' ? said : textIn(result);
  const question = improvementQuestion(goal, value, critique);
  askModel(draft, ref, 'improve', question, { ...topic, kind: 'improvement' }, before);
}

function afterImprovement(
  draft: Draft,
  ref: NodeRef,
  node: NodeOf<'REFLECTION'>,
  topic: About,
  before: ModelDialogue,
  result: Json,
): void {
  const improved = typeof topic.value === 'string' ? textIn(result).trim() : memberIn(draft, result, 'value');
  if (improved === undefined) {
    failNode(draft, ref, NO_VALUE);
    return;
  }
  const round = topic.round + 1;
  if (round < (node.params?.maxRounds ?? USUAL_ROUNDS))
    criticise(draft, ref, { ...topic, round, value: improved }, before);
  else succeedNode(draft, ref, { ports: ['out'], result: improved });
}

const NO_VALUE: RunError = {
  code: 'RESULT_INVALID',
  message: 'The model gave no improved value.',
  help: 'Give the node text instead of data, or ask another model.',
};
