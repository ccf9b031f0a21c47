import { CircleHelp, Package, WandSparkles } from 'lucide-react';
import { useMemo } from 'react';
import { type Diagnostic, isJsonObject, type JsonObject, jsonOf } from '#base';
import { colorNote, renameNode } from '#editor';
import {
  generalSchema,
  NODE_TYPES,
  type NodeTypeName,
  noteColorSchema,
  noteLookSchema,
  type PlanNode,
} from '#plan';
import { cardTitle, type NodeCard } from '#projection';
import { SuggestionsContext } from '../forms/completion';
import { FieldPathContext } from '../forms/FieldAt';
import { type Change, ExpressionScopeContext, problemsInside } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useCatalogue, useDocument, useEditor, useProblems, useScene, useSession } from '../state/session';
import { ProblemList } from '../ui/ProblemList';
import { nodeChange } from './changes';
import styles from './Inspector.module.css';
import { MoreFields, NameField } from './InspectorParts';
import { FeatureChoice } from './ItemChoices';
import { OutputFields } from './PairsEditor';
import type { NodeFieldsProps } from './ParamFields';
import { TypeFields } from './TypeFields';
import { useExpressionScopeOf, useSuggestionsOfPlan } from './useSuggestionsOfPlan';

/** The setup of a node as a form made from its schemas (E5). What a planner made in a run is a record. */
export function NodeSetup({ node: shown }: { readonly node: NodeCard }) {
  const { id, editor } = useSession();
  const plan = useScene((scene) => scene.plan?.id ?? '');
  const disabled = useScene((scene) => scene.readOnly) || shown.dynamic;
  const scope = useExpressionScopeOf(shown);
  const suggestions = useSuggestionsOfPlan();
  const catalogue = useCatalogue();
  const problems = useNodeProblems(shown);
  const { node, key } = shown;
  const onChange = useMemo(() => nodeChange(editor, key), [editor, key]);
  return (
    <ExpressionScopeContext value={scope}>
      <SuggestionsContext value={suggestions}>
        <FieldPathContext value={disabled ? '' : `${id}/${plan}${key}`}>
          {shown.dynamic &&
            (shown.subPlan === null ? <PlannedNote /> : <ElsewhereNote plan={shown.subPlan} />)}
          <UnplacedProblems problems={problems} />
          <NameField
            name={node.name}
            otherwise={cardTitle({ ...node, name: undefined }, catalogue)}
            disabled={disabled}
            onName={(name) => renameNode(editor, key, name)}
          />
          <TypeFields shown={shown} disabled={disabled} problems={problems} onChange={onChange} />
          {node.type === 'NOTE' && <NoteLook note={shown} disabled={disabled} />}
          {(!NODE_TYPES[node.type].hasNoValue || node.output !== undefined) && (
            <OutputFields
              node={node}
              disabled={disabled}
              problems={problemsInside(problems, '/output')}
              onChange={(path, value) => onChange(['output', ...path], value)}
            />
          )}
          {(!NODE_TYPES[node.type].takesNoTime || hasGeneralFields(node)) && (
            <GeneralFields node={node} disabled={disabled} problems={problems} onChange={onChange} />
          )}
          <HelpLink type={node.type} />
        </FieldPathContext>
      </SuggestionsContext>
    </ExpressionScopeContext>
  );
}

const NOTE_LOOK = noteLookSchema();

/** How a note looks is said beside the plan, where it is drawn (W4). */
function NoteLook({ note, disabled }: { readonly note: NodeCard; readonly disabled: boolean }) {
  const editor = useEditor();
  const color = useScene(({ boxes }) => boxes.get(note.key)?.color);
  return (
    <SchemaForm
      schema={NOTE_LOOK}
      value={color === undefined ? {} : { color }}
      mode="literal"
      disabled={disabled}
      onChange={(_path, value) => {
        colorNote(editor, note.key, noteColorSchema.safeParse(value).data);
        return null;
      }}
    />
  );
}

function PlannedNote() {
  return (
    <div className={styles.note}>
      <WandSparkles aria-hidden />
      <p>Planned during this run. It is a record: change the planner or its goal, and run again.</p>
    </div>
  );
}

/** What a SUB_PLAN runs belongs to its own plan. */
function ElsewhereNote({ plan }: { readonly plan: string }) {
  const editor = useEditor();
  const name = useDocument(({ workspace }) => workspace.plans.find(({ id }) => id === plan)?.name ?? plan);
  return (
    <div className={styles.note}>
      <Package aria-hidden />
      <p>It belongs to the plan “{name}”, and is changed there.</p>
      <Button size="small" variant="outline" onClick={() => editor.openPlan(plan)}>
        Open the plan
      </Button>
    </div>
  );
}

/** Problems that no field of the form shows: of the node as a whole, of its edges. */
function UnplacedProblems({ problems }: { readonly problems: readonly Diagnostic[] }) {
  const unplaced = problems.filter(
    ({ where }) =>
      !/^\/(params|input|output|onError|retry|timeoutMs|disabled|mutex|cancelOn|background|features)\b/.test(
        where.field ?? '',
      ),
  );
  if (unplaced.length === 0) return null;
  return (
    <div className={styles.problems}>
      <ProblemList diagnostics={unplaced} nameOf={() => ''} />
    </div>
  );
}

function useNodeProblems({ node, dynamic }: NodeCard): readonly Diagnostic[] {
  const all = useProblems((problems) => problems.diagnostics);
  const plan = useScene((scene) => scene.plan?.id);
  return useMemo(
    () => (dynamic ? [] : all.filter(({ where }) => where.node === node.id && where.plan === plan)),
    [all, node.id, plan, dynamic],
  );
}

function HelpLink({ type }: { readonly type: NodeTypeName }) {
  return (
    <Button
      size="small"
      icon={CircleHelp}
      className={styles.add}
      onClick={() => openDialog({ kind: 'help', page: type })}
    >
      About “{NODE_TYPES[type].title}”
    </Button>
  );
}

/** What every node may have (L2). Its one difference from the document: a retry need not say how many attempts. */
const GENERAL = withoutCount(generalSchema());

const FAILING = ['onError'] as const satisfies readonly (keyof PlanNode)[];

const ADVANCED = [
  'retry',
  'timeoutMs',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
  'features',
] as const satisfies readonly (keyof PlanNode)[];

/** Whether the document says anything of these, also where the type makes no use of it: then it can be taken away. */
function hasGeneralFields(node: PlanNode): boolean {
  return [...FAILING, ...ADVANCED].some((field) => node[field] !== undefined);
}

const CONTROLS = { features: FeatureChoice };

/** A retry that has only its waits still needs a number of attempts. */
const ATTEMPTS = 3;

/** What happens when it fails, and, folded, all that few nodes need (L2). */
export function GeneralFields({ node, disabled, problems, onChange }: NodeFieldsProps) {
  const value = jsonOf(node);
  const change: Change = (path, next) => {
    const [field, inside] = path;
    if (field !== 'retry' || next === undefined || node.retry !== undefined) return onChange(path, next);
    return onChange(['retry'], { maxAttempts: ATTEMPTS, [String(inside)]: next });
  };
  const hasFeatures = useDocument(({ workspace }) => workspace.features.length > 0);
  const fields = ADVANCED.filter((field) => {
    if (node[field] !== undefined) return true;
    if (field === 'timeoutMs' && NODE_TYPES[node.type].boundsItself) return false;
    // It is what the node is.
    if (field === 'retry' && node.type === 'RETRY') return false;
    return field !== 'features' || hasFeatures;
  });
  const isSet = ADVANCED.some((field) => node[field] !== undefined);
  const form = { value, mode: 'literal' as const, disabled, problems, onChange: change };
  return (
    <>
      <SchemaForm {...form} schema={GENERAL} only={FAILING} />
      <MoreFields title="Retry, timeout, switch off" holds={fields} open={isSet}>
        <SchemaForm {...form} schema={GENERAL} only={fields} controls={CONTROLS} />
      </MoreFields>
    </>
  );
}

/** A node without a retry has one attempt, and the form gives a number of attempts to one that is begun elsewhere. */
function withoutCount(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const retry = isJsonObject(properties.retry) ? properties.retry : {};
  const fields = isJsonObject(retry.properties) ? retry.properties : {};
  const attempts = isJsonObject(fields.maxAttempts) ? fields.maxAttempts : {};
  return {
    ...schema,
    properties: {
      ...properties,
      retry: {
        ...retry,
        required: [],
        properties: { ...fields, maxAttempts: { ...attempts, default: 1 } },
      },
    },
  };
}
