import { isId, isJsonObject, type JsonObject, own } from '#base';

/** What a planner inside a reply of reference 1 may say beside its `params`, instead of in them. */
const BESIDE = ['modelPluginRef', 'treeBuilder', 'userQueryVariable', 'resultVariable'] as const;

/** Whether an entry of a reply of reference 1 is a planner, which plans when it is reached (reference 6, 1.3). */
export function isSubPlanner(entry: JsonObject): boolean {
  const type = own(entry, 'type');
  return typeof type === 'string' && type.trim().toUpperCase() === 'PLANNER';
}

/** What such an entry says: its `params`, and those of them that stand beside. */
export function subPlannerSays(entry: JsonObject): JsonObject {
  const params = own(entry, 'params');
  const beside = BESIDE.flatMap((key) => {
    const value = own(entry, key);
    return typeof value === 'string' ? [[key, value] as const] : [];
  });
  return { ...Object.fromEntries(beside), ...(isJsonObject(params) ? params : {}) };
}

/**
 * The parameters of our PLANNER for it. With a model it asks for a plan by the question in its variable; without one it reads
 * the text that is in a variable already.
 *
 * @example subPlannerParams({ modelPluginRef: 'PEN' }).goal // '{{ userQuery }}'
 */
export function subPlannerParams(says: JsonObject): JsonObject {
  const text = (key: string): string | undefined => {
    const value = own(says, key);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const model = text('modelPluginRef');
  const parser = text('parser') ?? text('treeBuilder') ?? 'default';
  const asks = {
    ...(model !== undefined && isId(model) ? { models: [model] } : {}),
    goal: `{{ ${text('userQueryVariable') ?? 'userQuery'} }}`,
    resultVariable: text('resultVariable') ?? '__planner_result',
  };
  const reads = { planInputVariable: text('planInputVariable') ?? '__planner_result' };
  return { planner: 'llm', ...(model === undefined ? reads : asks), parser, execute: 'inline' };
}
