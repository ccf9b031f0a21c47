import { Braces, type LucideIcon, MessageSquareText, Network, ShieldCheck } from 'lucide-react';
import type { JsonObject } from '#base';
import {
  allNodes,
  allStates,
  fieldsOf,
  fieldsOfOwner,
  type ItemOf,
  itemSchema,
  namesIn,
  type Plan,
  titleOf,
} from '#plan';
import { titleOfChoice } from '../forms/schema';
import type { LayoutState } from '../state/layout';
import { freeId, LONGEST_STEM } from './placeWorkspace';

/** Lists of the workspace whose items are edited in a form that their schema makes. */
export type FormedList = 'prompts' | 'features' | 'planners' | 'parsers';

/** How a kind of item is called, and how its list shows it; what it is made of, its schema says. */
interface ItemKind<List extends FormedList> {
  /** In the words of the schemas that name one (`RoleName`), and for people. */
  readonly role: 'prompt' | 'feature' | 'planner' | 'parser';
  readonly title: string;
  readonly noun: string;
  readonly icon: LucideIcon;
  /** What these are, said while there are none; null: then there is no list either, and the first is added where it is needed. */
  readonly about: string | null;
  /** Whether its list is unfolded. */
  readonly open: keyof LayoutState & `${List}Open`;
  /** What a line of the list says of one. */
  readonly brief: (item: ItemOf<List>) => string;
}

export const ITEM_KINDS: { readonly [List in FormedList]: ItemKind<List> } = {
  prompts: {
    role: 'prompt',
    title: 'Prompts',
    noun: 'prompt',
    icon: MessageSquareText,
    about: 'Texts that planners ask with, under a version.',
    open: 'promptsOpen',
    brief: ({ version }) => `version ${version}`,
  },
  features: {
    role: 'feature',
    title: 'Features',
    noun: 'feature',
    icon: ShieldCheck,
    about: 'Guards that may refuse a node, and observers that are told what it did.',
    open: 'featuresOpen',
    brief: ({ kind, phase }) =>
      kind === 'guard' ? 'guard' : `observer, ${titleOfChoice(itemSchema('features'), 'phase', phase)}`,
  },
  planners: {
    role: 'planner',
    title: 'Rules and task networks',
    noun: 'planner',
    icon: Network,
    about: null,
    open: 'plannersOpen',
    brief: ({ kind }) => (kind === 'rules' ? 'rules' : 'task network'),
  },
  parsers: {
    role: 'parser',
    title: 'Parsers',
    noun: 'parser',
    icon: Braces,
    about: null,
    open: 'parsersOpen',
    brief: (parser) => (parser.kind === 'jsonata' ? 'JSONata' : parser.capability),
  },
};

/** What a new item begins with; all variants at once, since one is chosen later. */
export const NEW_ITEMS = {
  prompts: { text: '' },
  features: { capability: '', phase: 'pre', kind: 'guard' },
  planners: { kind: 'rules', rules: [], tasks: [], methods: [], operators: [] },
  // Steps, from a reply that calls them otherwise.
  parsers: { kind: 'jsonata', expression: '{ "steps": [value.todo.{ "toolId": use, "input": with }] }' },
} satisfies { readonly [List in FormedList]: JsonObject };

/** A new item's id: made of its name, and free among the others. @param otherwise where the name gives none */
export function newId(name: string, otherwise: string, items: readonly { readonly id: string }[]): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, LONGEST_STEM);
  return freeId(stem || otherwise, new Set(items.map(({ id }) => id)));
}

/** What uses an item of the workspace, in words. Which fields name one is said by the schemas of nodes and states. */
export function usersOf(
  item: ItemKind<FormedList>['role'],
  id: string,
  plans: readonly Plan[],
): readonly string[] {
  return plans.flatMap((plan) => {
    const name = plan.name ?? plan.id;
    const uses = (fields: ReturnType<typeof fieldsOf>) => namesIn(fields, item).includes(id);
    if (plan.kind === 'state-machine') {
      const states = [...allStates(plan.states)].filter((state) => uses(fieldsOfOwner(state)));
      return states.map((state) => `“${state.name ?? state.id}” in ${name}`);
    }
    const isOfPlan = item === 'feature' && plan.features?.some(({ feature }) => feature === id);
    const nodes = [...allNodes(plan)].filter(({ node }) => uses(fieldsOf(node)));
    return [
      ...(isOfPlan ? [`the plan ${name}`] : []),
      ...nodes.map(({ node }) => `“${titleOf(node)}” in ${name}`),
    ];
  });
}

/** A prompt whose text was changed is its next version, so that an attempt says which one it was asked with (P6). */
export function asNextVersion(item: JsonObject, stored: JsonObject | null): JsonObject {
  const version = typeof stored?.version === 'number' ? stored.version : 0;
  return { ...item, version: stored !== null && item.text === stored.text ? version : version + 1 };
}
