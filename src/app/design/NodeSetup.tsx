import { Package, WandSparkles } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Diagnostic } from '#base';
import { renameNode } from '#editor';
import { type ByType, byType, NODE_TYPES } from '#plan';
import type { NodeCard } from '#projection';
import { FieldPathContext } from '../forms/fieldPath';
import type { Change } from '../forms/form';
import { problemsInside } from '../forms/problems';
import { ExpressionScopeContext } from '../forms/scope';
import { SuggestionsContext } from '../forms/suggestions';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { useDocument, useEditor, useProblems, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { CapabilityFields } from './CapabilityFields';
import { nodeChange } from './changes';
import { DelayFields } from './DelayFields';
import { EndFields } from './EndFields';
import { GeneralFields, hasGeneralFields } from './GeneralFields';
import { GivenField } from './GivenField';
import { HelpLink } from './HelpLink';
import { HumanFields } from './HumanFields';
import styles from './Inspector.module.css';
import { OutputFields } from './OutputFields';
import { ParamFields } from './ParamFields';
import { StartFields } from './StartFields';
import { SubPlanFields } from './SubPlanFields';
import { TryFields } from './TryFields';
import { useExpressionScopeOf } from './useExpressionScopeOf';
import { useSuggestionsOfPlan } from './useSuggestionsOfPlan';

/** The setup of a node as a form made from its schemas (E5). What a planner made in a run is a record. */
export function NodeSetup({ node: shown }: { readonly node: NodeCard }) {
  const { id, editor } = useSession();
  const plan = useScene((scene) => scene.plan?.id ?? '');
  const disabled = useScene((scene) => scene.readOnly) || shown.dynamic;
  const scope = useExpressionScopeOf(shown);
  const suggestions = useSuggestionsOfPlan();
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
          <div data-field="name">
            <Field label="Name">
              {(ids) => (
                <TextInput
                  {...ids}
                  disabled={disabled}
                  placeholder={NODE_TYPES[node.type].title}
                  value={node.name ?? ''}
                  onCommit={(name) => {
                    renameNode(editor, key, name);
                    return null;
                  }}
                />
              )}
            </Field>
          </div>
          <TypeFields shown={shown} disabled={disabled} problems={problems} onChange={onChange} />
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

interface TypeProps {
  readonly shown: NodeCard;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Forms that a type has of its own; all others have one that is made of their schema. */
const FORMS: ByType<[props: TypeProps], ReactNode> = {
  START: (_, { shown }) => <StartFields shown={shown} />,
  END: (node, props) => <EndFields {...props} node={node} />,
  CAPABILITY: (node, props) => <CapabilityFields {...props} node={node} />,
  HUMAN_INPUT: (node, props) => <HumanFields {...props} node={node} />,
  DELAY: (node, props) => <DelayFields {...props} node={node} />,
  TRY_CATCH: (node, props) => <TryFields {...props} node={node} />,
  SUB_PLAN: (node, props) => <SubPlanFields {...props} node={node} />,
};

function TypeFields(props: TypeProps) {
  const { shown, ...rest } = props;
  return (
    byType(FORMS, shown.node, props) ?? (
      <>
        <GivenField node={shown.node} {...rest} />
        <ParamFields node={shown.node} {...rest} />
      </>
    )
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
        Open it
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
