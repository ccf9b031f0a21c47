import { useMemo } from 'react';
import { type JsonObject, own } from '#base';
import {
  allNodes,
  fieldsOf,
  localsOf,
  namesIn,
  type PlanNode,
  shapesOfVariables,
  type Workspace,
} from '#plan';
import type { GraphNode } from '#projection';
import type { SuggestionsOf } from '../forms/completion';
import type { ExpressionScope } from '../forms/form';
import type { Suggestion } from '../parts/Combobox';
import { useDocument, useEditor, useScene } from '../state/session';
import { resultOfStep } from './resultOfStep';

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
