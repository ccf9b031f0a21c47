import type { Json, JsonObject, JsonPath } from '#base';
import type { Effect } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';

/** Where the palette lists a type. */
export type PaletteSection = 'flow' | 'work' | 'planning' | 'deciding' | 'people' | 'notes';

/** Among which capabilities a node chooses while it runs. */
type Choice = 'none' | 'listed' | 'any';

/** What a script of a simulation answers for a node (H4), as far as its first answer is made from it. */
interface Scripted {
  /** What is told with its type: the capability that it calls. */
  readonly about?: string;
  /** JSON Schema of the answer and a sample of it, or the capability whose output it stands for. */
  readonly answer: { readonly output: JsonObject | null; readonly sample: Json } | { readonly of: string };
}

/** What is wrong with a node by itself; it cannot run like that. */
export interface Flaw {
  readonly code: string;
  readonly message: string;
  readonly help: string;
  /** JSON Pointer into the node. */
  readonly field: string;
}

/** What a node type says of itself; what is left out is as most types have it. */
interface NodeTypeParts<Schema extends z.ZodObject, Icon extends string> {
  readonly type: string;
  readonly title: string;
  /** One sentence, for palette and tooltips. */
  readonly summary: string;
  /** Its picture, by the name under which `picture` has it. */
  readonly icon: Icon;
  readonly section: PaletteSection;
  /** Effect class of the type itself; a CAPABILITY has that of the capability it calls. */
  readonly effect: Effect;
  /** Whether an attempt of it is a command to the outside (K2); others are settled inside the kernel. */
  readonly leaf?: boolean;
  /** K2, K11: whether what it holds or calls lies in a scope of its own; then its own address has no attempt. */
  opensScope?(node: z.output<Schema>): boolean;
  /** Whether an attempt asks a model by itself (K2); planners and calls of capabilities say so themselves. */
  asksModel?(node: z.output<Schema>): boolean;
  /** Where it says with which words a model is asked, and which model; the last name of `model` is a list where it may name several. */
  readonly asking?: { readonly prompt: JsonPath; readonly model: JsonPath };
  /** P8: what it may choose among while it runs: what its allow-list names, or anything where it has no list. */
  chooses?(node: z.output<Schema>): Choice;
  /** R21: it gives nothing that could be written, and is no value for its scope. */
  readonly hasNoValue?: true;
  /** D6: from its start on it waits for somebody, a signal or a time. */
  readonly waits?: true;
  /** L9: how long it waits at most is one of its parameters; it has no `timeoutMs` besides. */
  readonly boundsItself?: true;
  /** L4, L9: its `retry` and `timeoutMs` are those of the leaves inside it, and not its own. */
  readonly handsDown?: true;
  /** V1: an input that it refuses fails one attempt; the next resolves it anew. */
  readonly resolvesAnew?: true;
  /** L7: what it calls may wait for a signal, or end more than the node. */
  readonly mayEnd?: true;
  /** D10: a pin may say what comes of it, because it asks somebody outside, or runs a plan. */
  readonly pinnable?: true;
  /** It is never late, off or tried again: nobody is asked what happens then. */
  readonly takesNoTime?: true;
  /** What its input is called, where it takes one value of any kind: what is judged, improved, decided about. */
  readonly inputTitle?: string;
  /** The inspector form is made from this schema's JSON Schema. */
  readonly params: z.ZodType;
  /** The parameters that its form shows first, in this order; the rest waits behind "More". Else it shows all. */
  readonly firstParams?: readonly string[];
  /** Whether a parameter says nothing beside what the others say; its form does not ask for it then. */
  isIdle?(node: z.output<Schema>, param: string): boolean;
  /** Ports in the order in which they are drawn, `error` last. */
  ports?(node: z.output<Schema>): readonly string[];
  /** The one line that matters, as its author wrote it: the condition, the goal, … */
  cardLine?(node: z.output<Schema>, around: CardSurroundings): string;
  /** What is wrong with a node of the type wherever it stands. */
  flaws?(node: z.output<Schema>): readonly Flaw[];
  /** What "What if" asks for in its place; null where nobody outside is asked. */
  scripted?(node: z.output<Schema>): Scripted | null;
  /** What a new node of the type has besides id and type. */
  initial?(): JsonObject;
}

/**
 * A node type as every room knows it. A new one is a file of this folder and its place in `node.ts`; the compiler then
 * asks for its behaviour in the kernel, and tests ask for the role of each field and a help page with an example. Checks, renaming,
 * promotion, hashes, closures and risk follow from the roles of its fields; its card, its form and what scripts answer for
 * it from what stands here. Other rooms name a type only where they treat it in a way of its own.
 */
export type NodeType<Schema extends z.ZodObject = z.ZodObject, Icon extends string = string> = NodeTypeParts<
  Schema,
  Icon
> &
  Required<Pick<NodeTypeParts<Schema, Icon>, keyof typeof USUAL>> & {
    /** What a node of the type may have, without the nodes inside it. */
    readonly schema: Schema;
  };

/** What most types do. */
const USUAL = {
  leaf: false,
  ports: (): readonly string[] => ['out', 'error'],
  opensScope: (): boolean => false,
  asksModel: (): boolean => false,
  chooses: (): Choice => 'none',
  isIdle: (): boolean => false,
  cardLine: (): string => '',
  flaws: (): readonly Flaw[] => [],
  scripted: (): Scripted | null => null,
  initial: (): JsonObject => ({}),
};

type SchemaOf<Type extends string, Params extends z.ZodType> = z.ZodObject<
  ReturnType<typeof nodeShape<Type, Params>>,
  z.core.$strict
>;

export function defineNodeType<
  const Type extends string,
  Params extends z.ZodType,
  const Icon extends string,
>(
  parts: NodeTypeParts<SchemaOf<Type, Params>, Icon> & { readonly type: Type; readonly params: Params },
): NodeType<SchemaOf<Type, Params>, Icon> {
  return { ...USUAL, ...parts, schema: z.strictObject(nodeShape(parts.type, parts.params)) };
}

/** What the line on a card may say besides what stands in its node; asked only where a type needs it. */
export interface CardSurroundings {
  /** Variables that come into the plan, and those that it gives; none where anything may. */
  variables(scope: 'IN' | 'OUT'): readonly string[];
  /** The bodies that the node holds, and how many nodes each has. */
  bodies(): readonly { readonly name: string; readonly size: number }[];
  /** Whether the workspace has a model that could be asked. */
  hasModels(): boolean;
  /** How many edges lead to the node, where that is known. */
  ways(): number | null;
  /** What another node, a plan or a capability is called: its id where nothing is known of it. */
  nameOf(what: 'node' | 'plan' | 'capability', id: string): string;
}
