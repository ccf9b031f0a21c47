import { Package, WandSparkles } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Diagnostic, isJsonObject, type Json } from '#base';
import { renameNode } from '#editor';
import { type ByType, byType, NODE_TYPES, type NodeOf, type PlanNode } from '#plan';
import type { GraphNode, NodeCard } from '#projection';
import { SuggestionsContext, useSuggestionsOf } from '../forms/completion';
import { FieldAt, FieldPathContext } from '../forms/FieldAt';
import { type Change, ExpressionScopeContext } from '../forms/form';
import { problemsInside, worstOf } from '../forms/formProblems';
import { JsonInput } from '../forms/JsonInput';
import { SchemaForm } from '../forms/SchemaForm';
import { SuggestInput } from '../forms/SuggestInput';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { useDocument, useEditor, useProblems, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { givenNames, nodeChange, planChange, templateOf } from './changes';
import { DelayFields, GeneralFields, hasGeneralFields } from './GeneralFields';

import { HelpLink } from './HelpLink';
import { HumanFields } from './HumanFields';
import styles from './Inspector.module.css';
import { OutputFields } from './OutputsEditor';
import { PairsEditor } from './PairsEditor';
import { ParamFields } from './ParamFields';
import { SubPlanFields } from './SubPlanFields';
import { TryFields } from './TryFields';
import { useExpressionScopeOf, useSuggestionsOfPlan } from './useSuggestionsOfPlan';
import { asJson } from './ValuesTab';
import { VariablesEditor } from './VariablesEditor';

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

interface CapabilityFieldsProps {
  readonly node: NodeOf<'CAPABILITY'>;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Which capability is called, and its input as a form made from its schema; every value may hold `{{ }}`. */
function CapabilityFields({ node, disabled, problems, onChange }: CapabilityFieldsProps) {
  const { catalogue } = useEditor();
  const capabilities = useSuggestionsOf('capability');
  const descriptor = catalogue.get(node.params.capability);
  const { input } = node;
  const ofInput = problemsInside(problems, '/input');
  const fitsForm = isJsonObject(descriptor?.input.properties) && (input === undefined || isJsonObject(input));
  return (
    <>
      <FieldAt of={['params', 'capability']}>
        <Field
          label="Capability"
          hint={descriptor?.description}
          problem={worstOf(problemsInside(problems, '/params/capability'))}
        >
          {(ids) => (
            <SuggestInput
              {...ids}
              mono
              required
              disabled={disabled}
              suggestions={capabilities}
              value={node.params.capability}
              onCommit={(capability) => onChange(['params', 'capability'], capability)}
            />
          )}
        </Field>
      </FieldAt>
      <FieldAt of="input">
        {descriptor !== undefined && fitsForm ? (
          <SchemaForm
            schema={descriptor.input}
            value={isJsonObject(input) ? input : {}}
            mode="template"
            disabled={disabled}
            problems={ofInput}
            onChange={(inside, value) => onChange(['input', ...inside], value)}
          />
        ) : (
          <Field label="Input" aside="JSON" problem={worstOf(ofInput)}>
            {(ids) => (
              <JsonInput
                {...ids}
                disabled={disabled}
                value={input}
                onCommit={(value) => onChange(['input'], value)}
              />
            )}
          </Field>
        )}
      </FieldAt>
    </>
  );
}

interface EndFieldsProps {
  readonly node: NodeOf<'END'>;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What an END gives as the result of its scope, and what it ends. */
function EndFields({ node, disabled, problems, onChange }: EndFieldsProps) {
  const variables = useScene((scene) => scene.plan?.variables);
  const names = givenNames(variables);
  const result = asJson(node.params ?? {}).result ?? {};
  const params = <ParamFields node={node} disabled={disabled} problems={problems} onChange={onChange} />;
  if (!isJsonObject(result)) return params;
  return (
    <>
      <FieldAt of={['params', 'result']}>
        <PairsEditor
          title="Gives"
          what="Name of the result"
          add="Add a result"
          pairs={result}
          language="template"
          names={names}
          initial={(name) => templateOf(name, names)}
          disabled={disabled}
          problems={problemsInside(problems, '/params/result')}
          onChange={(inside, value) => onChange(['params', 'result', ...inside], value)}
        />
      </FieldAt>
      <ParamFields
        node={node}
        disabled={disabled}
        omit={['result']}
        problems={problems}
        onChange={onChange}
      />
    </>
  );
}

interface GivenFieldProps {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** The input of a node whose type takes one value: a text with expressions, or JSON. Nothing for the others. */
function GivenField({ node, disabled, problems, onChange }: GivenFieldProps) {
  const title = NODE_TYPES[node.type].inputTitle;
  if (title === undefined) return null;
  const value: { readonly input?: Json } = node.input === undefined ? {} : { input: node.input };
  return (
    <SchemaForm
      schema={{ type: 'object', properties: { input: { title } } }}
      value={value}
      mode="template"
      disabled={disabled}
      problems={problemsInside(problems, '')}
      onChange={onChange}
    />
  );
}

/** Where the plan begins: what it is asked with. Only the START of the plan itself has inputs (V1). */
function StartFields({ shown }: { readonly shown: GraphNode }) {
  const editor = useEditor();
  const open = useScene((scene) => scene.open);
  const disabled = useScene((scene) => scene.readOnly) || shown.dynamic;
  if (shown.parent !== null || open?.kind !== 'capability' || open.variables === 'open') {
    return <p className={styles.muted}>Its scope begins here.</p>;
  }
  return (
    <VariablesEditor
      title="The plan is asked with"
      scope="IN"
      variables={open.variables}
      disabled={disabled}
      onChange={planChange(editor, open.id)}
    />
  );
}
