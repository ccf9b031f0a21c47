import { useMemo } from 'react';
import { isJsonObject, type JsonObject, own } from '#base';
import { shapeOf as tableShapeOf } from '#capabilities';
import {
  allNodes,
  type Catalogue,
  type ColumnType,
  fieldsOf,
  isFileDocument,
  localsOf,
  namesIn,
  type PlanNode,
  resultShape,
  type Shape,
  shapeOf,
  shapesOfVariables,
  type TextDocument,
  type Workspace,
  type WorkspaceDocument,
} from '#plan';
import type { GraphNode } from '#projection';
import type { SuggestionsOf } from '../forms/completion';
import type { ExpressionScope } from '../forms/form';
import type { Suggestion } from '../parts/Combobox';
import { useDocument, useEditor, useScene } from '../state/session';

/** What the fields of a node may name: the workspace's models and prompts, capabilities, the plan's variables. */
export function useSuggestionsOfPlan(): SuggestionsOf {
  const { catalogue } = useEditor();
  const models = useDocument(({ workspace }) => workspace.models);
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const documents = useDocument(({ workspace }) => workspace.documents);
  const declared = useScene((scene) => scene.plan?.variables);
  const plan = useScene((scene) => scene.plan);
  return useMemo(() => {
    const capabilities = [...catalogue.values()].map(({ id, title }) => ({ value: id, note: title }));
    const variables = Array.isArray(declared) ? declared.map(({ id }) => ({ value: id })) : [];
    const nodes = plan === null ? [] : [...allNodes(plan)].map(({ node }) => node);
    const signals = asSuggestions(nodes.flatMap(signalsOf));
    const mutexes = asSuggestions(nodes.flatMap(({ mutex }) => mutex ?? []));
    const byField: Readonly<Record<string, readonly Suggestion[]>> = {
      capability: capabilities.filter(({ value }) => value !== 'human.ask'),
      subtreeCreator: capabilities,
      tools: [...familiesOf(capabilities), ...capabilities],
      models: models.map(named),
      model: models.map(named),
      prompt: prompts.map(named),
      document: documents.map(named),
      documents: documents.map(named),
      planVariable: variables,
      planInputVariable: variables,
      resultVariable: variables,
      collectInto: variables,
      errorVariable: variables,
      event: signals,
      cancelOn: signals,
      mutex: mutexes,
    };
    return (field) => own(byField, field) ?? [];
  }, [catalogue, models, prompts, documents, declared, plan]);
}

function named({
  id,
  name,
}: Workspace['prompts'][number] | Workspace['models'][number] | Workspace['documents'][number]): Suggestion {
  return { value: id, note: name };
}

/** The signals that a node listens for. */
function signalsOf(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'event');
}

function asSuggestions(names: readonly string[]): readonly Suggestion[] {
  return [...new Set(names)].map((value) => ({ value }));
}

/** `table.*` and the like: an allow-list may end in a star (P8). */
function familiesOf(capabilities: readonly Suggestion[]): readonly Suggestion[] {
  const counts = new Map<string, number>();
  for (const { value } of capabilities) {
    const family = /^[^.]+\./.exec(value)?.[0];
    if (family !== undefined) counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([family, count]) => ({ value: `${family}*`, note: `all ${count}` }));
}

/**
 * What expressions of the open plan may name, with the values of the shown run at its position.
 *
 * @param node whose expressions they are: what the containers around it declare for their contents comes first (L9)
 */
export function useExpressionScopeOf(node: GraphNode | null = null): ExpressionScope {
  const declared = useScene((scene) => (scene.plan ?? scene.machine)?.variables);
  const plan = useScene((scene) => scene.plan);
  const { catalogue } = useEditor();
  const documents = useDocument(({ workspace }) => workspace.documents);
  const view = useScene((scene) => scene.view);
  const nodes = useScene((scene) => scene.graph.nodes);
  const locals = useMemo(() => localsAround(nodes, node).join(' '), [nodes, node]);
  const named = useMemo(() => {
    const names = Array.isArray(declared) ? declared.map(({ id }) => id) : [];
    const written: JsonObject | null =
      view === null ? null : Object.fromEntries([...view.variables].map(([id, { value }]) => [id, value]));
    const local = locals.split(' ').filter(Boolean);
    return { variables: [...new Set([...local, ...names, ...Object.keys(written ?? {})])], values: written };
  }, [declared, view, locals]);
  const shapes = useMemo(() => {
    const steps = plan === null ? [] : [...allNodes(plan)].map(({ node }) => node);
    return shapesOfVariables(Array.isArray(declared) ? declared : [], steps, (step) =>
      resultOfStep(step, catalogue, documents),
    );
  }, [declared, plan, catalogue, documents]);
  return useMemo(() => ({ ...named, shapes }), [named, shapes]);
}

/** Names of the item and of the round, of the innermost container first; a LOOP's own tests see its round. */
function localsAround(nodes: readonly GraphNode[], node: GraphNode | null): readonly string[] {
  const names: string[] = node?.type === 'LOOP' && node.node.type === 'LOOP' ? [...localsOf(node.node)] : [];
  const byKey = new Map(nodes.map((one) => [one.key, one]));
  for (let at = byKey.get(node?.parent ?? ''); at !== undefined; at = byKey.get(at.parent ?? '')) {
    if (at.lane === null && at.type !== 'STATE') names.push(...localsOf(at.node));
  }
  return names;
}

/**
 * What a step gives, for who offers names: by the schema of what it calls, and of a table that it loads also the columns of the
 * document, which no schema knows.
 */
export function resultOfStep(
  node: PlanNode,
  catalogue: Catalogue,
  documents: readonly WorkspaceDocument[],
): Shape | null {
  const document = loadedBy(node, documents);
  const row = document === null ? null : rowSchema(document);
  if (row === null) return resultShape(node, { catalogue });
  const output = catalogue.get(LOAD)?.output ?? {};
  const properties = isJsonObject(output.properties) ? output.properties : {};
  return shapeOf({ ...output, properties: { ...properties, rows: { type: 'array', items: row } } });
}

const LOAD = 'table.load';

/** The document that a step loads as a table, where it names one that is there. */
function loadedBy(node: PlanNode, documents: readonly WorkspaceDocument[]): WorkspaceDocument | null {
  if (node.type !== 'CAPABILITY' || node.params.capability !== LOAD) return null;
  const { input } = node;
  const wanted = input !== undefined && isJsonObject(input) ? own(input, 'document') : undefined;
  return documents.find(({ id }) => id === wanted) ?? null;
}

/** Documents are values: what is known of one holds as long as it is there. */
const rows = new WeakMap<WorkspaceDocument, JsonObject | null>();

/** The schema of a row; null where the document has none, or is a file, which takes time to read. */
function rowSchema(document: WorkspaceDocument): JsonObject | null {
  const known = rows.get(document);
  if (known !== undefined) return known;
  const made = isFileDocument(document) ? null : schemaOfRows(document);
  rows.set(document, made);
  return made;
}

function schemaOfRows({ kind, text, ...document }: TextDocument): JsonObject | null {
  // Both are read by the character that divides their cells.
  const table = tableShapeOf({ ...document, kind: kind === 'tsv' ? 'csv' : kind, text: headOf(text) });
  if (!table.ok) return null;
  const columns = table.value.columns.map(({ name, type }) => [name, TYPES[type]] as const);
  return { type: 'object', properties: Object.fromEntries(columns) };
}

/** What a cell is in JSON; dates and times are texts. */
const TYPES: Readonly<Record<ColumnType, JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  date: { type: 'string' },
  timestamp: { type: 'string' },
  time: { type: 'string' },
  duration: { type: 'number' },
  boolean: { type: 'boolean' },
};

/** So much of a text says what its columns are called: the rest of a large one is not read for that. */
const HEAD = 64_000;

function headOf(text: string): string {
  if (text.length <= HEAD) return text;
  const end = text.lastIndexOf('\n', HEAD);
  return text.slice(0, end < 0 ? HEAD : end);
}
