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
