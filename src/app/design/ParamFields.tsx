import { useMemo } from 'react';
import { type Diagnostic, isJsonObject } from '#base';
import { type NodeOf, notRunYet, type PlanNode, paramsSchema } from '#plan';
import type { Control } from '../forms/control';
import { FieldPathContext, pathInside, useFieldPath } from '../forms/fieldPath';
import type { Change } from '../forms/form';
import { problemsInside } from '../forms/problems';
import { SchemaForm } from '../forms/SchemaForm';
import { asJson } from './asJson';
import { EnoughChoice } from './EnoughChoice';
import { MergeChoice } from './MergeChoice';
import { MoreFields } from './MoreFields';
import { ParserChoice } from './ParserChoice';
import { PlannerChoice } from './PlannerChoice';
import { PromptChoice } from './PromptChoice';
import { SiblingsChoice } from './SiblingsChoice';
import { WorkspacePrompt } from './WorkspacePrompt';

/** V3: of the parameters these are templates; all others are literal. */
const TEMPLATES = ['template', 'goal', 'message', 'question', 'result'];

/** What is asked for first, in this order; the rest waits behind "More". Types that are not named show everything. */
const FIRST: Readonly<Partial<Record<PlanNode['type'], readonly string[]>>> = {
  PLANNER: ['goal', 'planner', 'tools', 'models'],
  PLAN_EXECUTOR: ['approve', 'tools'],
  GROUP: ['mode', 'completion', 'merge'],
  ITERATOR: ['items', 'itemVariable', 'concurrency', 'collectInto'],
  LOOP: ['until', 'while', 'maxIterations'],
  RETRY: ['maxAttempts', 'initialIntervalMs'],
  EVENT_WAIT: ['events', 'timeoutMs', 'resultVariable'],
  HUMAN_INPUT: ['message', 'decisions'],
  LLM_DECISION: ['question', 'choices', 'models'],
  TOOL_ROUTER: ['by', 'question', 'routes', 'models'],
  AGENT: ['goal', 'tools', 'successCriteria', 'models'],
};

const CONTROLS: Readonly<Partial<Record<PlanNode['type'], Readonly<Record<string, Control>>>>> = {
  PLANNER: { planner: PlannerChoice, prompt: PromptChoice, parser: ParserChoice },
  GROUP: { completion: EnoughChoice, merge: MergeChoice },
  ITERATOR: { completion: EnoughChoice, merge: MergeChoice },
  JOIN: { need: EnoughChoice },
  CANCEL: { nodes: SiblingsChoice },
  FILL_TEMPLATE: { prompt: WorkspacePrompt },
};

interface Props {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** Parameters that something else edits. */
  readonly omit?: readonly string[];
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Nodes that follow each other have no branches to complete, to merge or to count; a prompt stands for a template. */
function isIdle(node: PlanNode, param: string): boolean {
  if (node.type === 'FILL_TEMPLATE') return node.params.prompt !== undefined && param === 'template';
  if (node.type === 'TOOL_ROUTER') {
    return node.params.by !== 'model' && (param === 'question' || param === 'models');
  }
  if (node.type === 'EVALUATION') return isOtherJudge(node.params.evaluator, param);
  return node.type === 'GROUP' && node.params.mode === 'SYNC' && param !== 'mode';
}

/** What belongs to another evaluator than the one that judges. */
function isOtherJudge(evaluator: NodeOf<'EVALUATION'>['params']['evaluator'], param: string): boolean {
  const own = evaluator === 'model' ? ['question', 'model'] : [evaluator];
  return param !== 'evaluator' && param !== 'threshold' && !own.includes(param);
}

/** The parameters of a node, as a form made from the schema of its type (L1). What is not run yet is not offered. */
export function ParamFields({ node, disabled, omit, problems, onChange }: Props) {
  const path = useFieldPath();
  const schema = useMemo(() => paramsSchema(node.type), [node.type]);
  const later = useMemo(() => notRunYet(node.type), [node.type]);
  const params = useMemo(() => asJson(node.params ?? {}), [node.params]);
  const isSet = (name: string) => Object.hasOwn(params, name);
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {}).filter(
    (name) => !omit?.includes(name) && (isSet(name) || (!later.fields.has(name) && !isIdle(node, name))),
  );
  if (names.length === 0) return null;
  const first = (FIRST[node.type] ?? names).filter((name) => names.includes(name));
  const shown = [...first, ...names.filter((name) => !first.includes(name) && isSet(name))];
  const rest = names.filter((name) => !shown.includes(name));
  const form = (only: readonly string[]) => (
    <SchemaForm
      schema={schema}
      value={params}
      mode="literal"
      templates={TEMPLATES}
      controls={CONTROLS[node.type]}
      later={later.choices}
      only={only}
      disabled={disabled}
      problems={problemsInside(problems, '/params')}
      onChange={(inside, value) =>
        node.type === 'FILL_TEMPLATE' && inside[0] === 'prompt'
          ? onChange(['params'], value === undefined ? { template: '' } : { prompt: value })
          : onChange(['params', ...inside], value)
      }
    />
  );
  return (
    <FieldPathContext value={pathInside(path, 'params')}>
      {form(shown)}
      {rest.length > 0 && <MoreFields title="More settings">{form(rest)}</MoreFields>}
    </FieldPathContext>
  );
}
