import { WandSparkles } from 'lucide-react';
import { useMemo } from 'react';
import { type Diagnostic, isJsonObject, type JsonObject } from '#base';
import { renameNode, updateNode } from '#editor';
import { type PlanNode, paramsSchema, readNode } from '#plan';
import type { GraphNode } from '#projection';
import { SchemaForm } from '../forms/SchemaForm';
import { ExpressionScopeContext } from '../forms/scope';
import { TextInput } from '../forms/TextInput';
import { Field } from '../parts/Field';
import { ProblemList } from '../parts/ProblemList';
import { say } from '../parts/Toasts';
import { useEditor, useProblems, useScene } from '../state/session';
import { asJson } from './asJson';
import { CapabilityFields } from './CapabilityFields';
import { GeneralFields } from './GeneralFields';
import { HelpLink } from './HelpLink';
import styles from './Inspector.module.css';
import { MoreFields } from './MoreFields';
import { OutputFields } from './OutputFields';
import { useExpressionScopeOf } from './useExpressionScopeOf';

/** V3: of the parameters these are templates; all others are literal. */
const TEMPLATES = ['template', 'prompt', 'goal', 'question', 'message', 'result'];

/** What is asked for first; the rest waits behind "More". Types that are not named show everything. */
const FIRST: Readonly<Partial<Record<PlanNode['type'], readonly string[]>>> = {
  PLANNER: ['planner', 'goal', 'tools', 'models'],
  PLAN_EXECUTOR: ['approve', 'tools', 'answer'],
  GROUP: ['mode', 'completion', 'merge'],
  END: ['result'],
};

/** The setup of a node as a form made from its schemas (E5). What a planner made in a run is a record. */
export function NodeSetup({ node: shown }: { readonly node: GraphNode }) {
  const editor = useEditor();
  const disabled = useScene((scene) => scene.readOnly) || shown.dynamic;
  const scope = useExpressionScopeOf();
  const problems = useNodeProblems(shown);
  const { node, key } = shown;
  const change = (next: JsonObject, what: string) => {
    const read = readNode(next);
    if (!read.ok) {
      const [first] = read.problem;
      say({ tone: 'bad', text: first?.message ?? 'This is not allowed here.', help: first?.help });
      return;
    }
    updateNode(editor, key, () => read.value, { label: 'Change', gesture: `${key}:${what}` });
  };
  const json = useMemo(() => asJson(node), [node]);
  const setField = (name: string, value: JsonObject[string] | undefined) => {
    const { [name]: _old, ...rest } = json;
    change(value === undefined ? rest : { ...rest, [name]: value }, name);
  };
  return (
    <ExpressionScopeContext value={scope}>
      {shown.dynamic && <PlannedNote />}
      {problems.length > 0 && (
        <div className={styles.problems}>
          <ProblemList diagnostics={problems} />
        </div>
      )}
      <div data-field="name">
        <Field label="Name">
          {(ids) => (
            <TextInput
              {...ids}
              disabled={disabled}
              value={node.name ?? ''}
              onCommit={(name) => renameNode(editor, key, name)}
            />
          )}
        </Field>
      </div>
      {node.type === 'CAPABILITY' ? (
        <CapabilityFields node={node} disabled={disabled} onField={setField} />
      ) : (
        <ParamFields node={node} disabled={disabled} onChange={(params) => setField('params', params)} />
      )}
      {node.type !== 'NOTE' && node.type !== 'START' && node.type !== 'END' && (
        <>
          <OutputFields node={node} disabled={disabled} onChange={(output) => setField('output', output)} />
          <GeneralFields node={node} disabled={disabled} onField={setField} />
        </>
      )}
      <HelpLink type={node.type} />
    </ExpressionScopeContext>
  );
}

interface ParamProps {
  readonly node: PlanNode;
  readonly disabled: boolean;
  readonly onChange: (params: JsonObject) => void;
}

function ParamFields({ node, disabled, onChange }: ParamProps) {
  const schema = useMemo(() => paramsSchema(node.type), [node.type]);
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  const params = useMemo(() => asJson(node.params ?? {}), [node.params]);
  const first = FIRST[node.type] ?? names;
  const open = names.filter((name) => first.includes(name) || Object.hasOwn(params, name));
  const rest = names.filter((name) => !open.includes(name));
  const form = (omit: readonly string[]) => (
    <SchemaForm
      schema={schema}
      value={params}
      mode="literal"
      templates={TEMPLATES}
      omit={omit}
      disabled={disabled}
      onChange={onChange}
    />
  );
  if (names.length === 0) return null;
  return (
    <>
      {form(rest)}
      {rest.length > 0 && <MoreFields title="More settings">{form(open)}</MoreFields>}
    </>
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

function useNodeProblems({ node, dynamic }: GraphNode): readonly Diagnostic[] {
  const all = useProblems((problems) => problems.diagnostics);
  const plan = useScene((scene) => scene.plan?.id);
  return useMemo(
    () => (dynamic ? [] : all.filter(({ where }) => where.node === node.id && where.plan === plan)),
    [all, node.id, plan, dynamic],
  );
}
