import { useMemo } from 'react';
import { type Diagnostic, isJsonObject } from '#base';
import { NODE_TYPES, notRunYet, type PlanNode, paramsSchema } from '#plan';
import type { Control } from '../forms/control';
import { FieldAt } from '../forms/FieldAt';
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
import { ReplanChoice } from './ReplanChoice';
import { SiblingsChoice } from './SiblingsChoice';
import { WorkspacePrompt } from './WorkspacePrompt';

/** V3: of the parameters these are templates; all others are literal. */
const TEMPLATES = ['template', 'goal', 'message', 'question', 'result'];

/** Parameters that are edited by something else than a field for their schema. */
const CONTROLS: Readonly<Partial<Record<PlanNode['type'], Readonly<Record<string, Control>>>>> = {
  PLANNER: { planner: PlannerChoice, prompt: PromptChoice, parser: ParserChoice },
  GROUP: { completion: EnoughChoice, merge: MergeChoice },
  ITERATOR: { completion: EnoughChoice, merge: MergeChoice },
  JOIN: { need: EnoughChoice },
  CANCEL: { nodes: SiblingsChoice },
  PLAN_EXECUTOR: { replan: ReplanChoice },
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

/** The parameters of a node, as a form made from the schema of its type (L1). What is not run yet is not offered. */
export function ParamFields({ node, disabled, omit, problems, onChange }: Props) {
  const schema = useMemo(() => paramsSchema(node.type), [node.type]);
  const later = useMemo(() => notRunYet(node.type), [node.type]);
  const params = useMemo(() => asJson(node.params ?? {}), [node.params]);
  const { firstParams, isIdle } = NODE_TYPES[node.type];
  const isSet = (name: string) => Object.hasOwn(params, name);
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {}).filter(
    (name) => !omit?.includes(name) && (isSet(name) || (!later.fields.has(name) && !isIdle(node, name))),
  );
  if (names.length === 0) return null;
  const first = (firstParams ?? names).filter((name) => names.includes(name));
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
    <FieldAt of="params">
      {form(shown)}
      {rest.length > 0 && (
        <MoreFields title="More settings" holds={rest}>
          {form(rest)}
        </MoreFields>
      )}
    </FieldAt>
  );
}
