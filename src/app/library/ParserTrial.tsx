import { Play } from 'lucide-react';
import { useState } from 'react';
import { type Diagnostic, LIMITS, problem } from '#base';
import { type Catalogue, type PlanNode, titleOf } from '#plan';
import { type PlannerState, type ReplyReading, readReply } from '#planner';
import { CallError, readByExpression } from '#runtime';
import { Button } from '../parts/Button';
import { TextArea } from '../parts/Input';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import styles from './ItemDialog.module.css';

/** A reply that the expression of a new parser reads: to try it on. */
export const SAMPLE_REPLY = '{"todo": [{"use": "text.say", "with": {"text": "Hello"}}]}';

/** A reply to try a parser on, and the steps that came of it; nothing runs. */
export function ParserTrial({ expression }: { readonly expression: string }) {
  const { catalogue } = useEditor();
  const [reply, setReply] = useState(SAMPLE_REPLY);
  const [tried, setTried] = useState<{ readonly of: string; readonly came: Tried } | null>(null);
  const now = JSON.stringify([expression, reply]);
  const tryIt = () => {
    void tryParser(expression, reply, catalogue).then((came) => setTried({ of: now, came }));
  };
  // What came of another text says nothing of this one.
  const came = tried?.of === now ? tried.came : null;
  return (
    <>
      <Field label="A reply to try it on">
        {(ids) => (
          <TextArea {...ids} mono rows={4} value={reply} onChange={({ target }) => setReply(target.value)} />
        )}
      </Field>
      <div>
        <Button size="small" icon={Play} onClick={tryIt}>
          Try it
        </Button>
      </div>
      <output className={styles.count} aria-label="What came of it">
        {came?.kind === 'plan' && words(came)}
        {came?.kind === 'refused' && <ProblemNote problem={came.problem} />}
      </output>
    </>
  );
}

function words({ steps, injects }: Extract<Tried, { kind: 'plan' }>): string {
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  const variables = injects.length === 0 ? '' : ` It injects ${injects.join(', ')}.`;
  return `A plan of ${count}: ${steps.join(', ')}.${variables}`;
}

/** What became of a reply that a parser was tried on. */
export type Tried =
  | { readonly kind: 'plan'; readonly steps: readonly string[]; readonly injects: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: Diagnostic };

/** Makes a plan of a reply, as a run would; nothing of it runs. Every capability counts as allowed. */
export async function tryParser(expression: string, reply: string, catalogue: Catalogue): Promise<Tried> {
  const state = stateFor(catalogue);
  try {
    if (reply.trim() === '') return triedOf(readReply(reply, state));
    return triedOf(await readByExpression(expression, reply, state));
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    return { kind: 'refused', problem: thrown.diagnostic };
  }
}

function triedOf(reading: ReplyReading & { readonly inject?: object }): Tried {
  if (reading.plan === null) return { kind: 'refused', problem: reading.problems[0] ?? NOTHING };
  const steps = reading.plan.nodes.map(stepWords);
  return { kind: 'plan', steps, injects: Object.keys(reading.inject ?? {}) };
}

function stepWords(node: PlanNode): string {
  if (node.name !== undefined) return node.name;
  return node.type === 'CAPABILITY' ? node.params.capability : titleOf(node);
}

const NOTHING = problem('NO_PLAN_IN_REPLY', 'No plan came of it.', 'Return a plan in a known form.');

function stateFor(catalogue: Catalogue): PlannerState {
  return {
    goal: '',
    transcript: [],
    memory: {},
    variables: {},
    writable: [],
    catalogue,
    forbidden: new Set(),
    limits: { maxSteps: LIMITS.planSteps, maxDepth: LIMITS.plannerDepth },
    depth: 0,
    stepCount: 0,
  };
}
