import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Absent } from '#capabilities';
import type { Editor } from '#editor';
import { type CapabilityDescriptor, type Making, makingOf, type Plan, type Workspace } from '#plan';
import type { Session } from '../state/session';

/** A name that plans call, and what stands in for it; null: nothing yet. */
export interface StandIn {
  readonly id: string;
  readonly title: string;
  readonly wanted: readonly string[];
  readonly making: Making | null;
}

/** What the open plan calls and nothing here answers to, and what the workspace makes already. */
export function standInsOf(session: Session, plan: Plan | null): readonly StandIn[] {
  const { capabilities } = session.editor.workspace;
  const made = capabilities.flatMap(({ id, make }) => {
    const making = make === undefined ? null : makingOf(make);
    return making === null ? [] : [{ id, wanted: [], making }];
  });
  const absent = plan === null ? [] : session.absent(plan).map((one) => ({ ...one, making: null }));
  const titled = (id: string) => capabilities.find((one) => one.id === id)?.title ?? '';
  return [...absent, ...made.filter(({ id }) => !absent.some((one) => one.id === id))].map((one) => ({
    ...one,
    title: titled(one.id),
  }));
}

/** What the choice of the form means: the name of a capability here, or one of two words. */
export type Choice = '' | '=echo' | '=answer' | (string & {});

export function choiceOf(making: Making | null): Choice {
  if (making === null) return '';
  if (making.kind === 'use') return making.capability;
  return isEcho(making) ? '=echo' : '=answer';
}

function isEcho(making: Making): boolean {
  return making.kind === 'answer' && making.value === ECHO;
}

const ECHO = '{{ input }}';

/** What a choice begins with: answers have the names that plans read, so that only their values are to be written. */
export function makingFor(
  choice: Choice,
  wanted: Absent['wanted'],
  target: CapabilityDescriptor | undefined,
): Making | null {
  if (choice === '') return null;
  if (choice === '=echo') return { kind: 'answer', value: ECHO };
  if (choice === '=answer') return { kind: 'answer', value: valuesFor(wanted, () => '') };
  const given = propertiesOf(target);
  if (wanted.every((name) => given.includes(name))) return { kind: 'use', capability: choice };
  const source = (name: string): string =>
    given.includes(name)
      ? `{{ result.${name} }}`
      : given.includes('text')
        ? '{{ result.text }}'
        : '{{ result }}';
  return { kind: 'use', capability: choice, output: valuesFor(wanted, source) };
}

function valuesFor(names: readonly string[], value: (name: string) => string): Json {
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

function propertiesOf(target: CapabilityDescriptor | undefined): readonly string[] {
  const properties = target?.output.properties;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Writes what was chosen into the workspace: one step of undo. */
export function keepStandIns(editor: Editor, before: readonly StandIn[], after: readonly StandIn[]): void {
  const changed = after.filter((one, index) => one.making !== before[index]?.making);
  if (changed.length === 0) return;
  const label = changed.length === 1 ? 'Stand in for a capability' : 'Stand in for capabilities';
  const edits = changed.map((one) => {
    const item = entryFor(one, editor.workspace);
    return { edit: 'put-item', list: 'capabilities', item } as const;
  });
  editor.edit({ edit: 'batch', label, edits }, { label });
}

type Entry = Workspace['capabilities'][number];

function entryFor({ id, making }: StandIn, { capabilities }: Workspace): Entry {
  const { make: _make, ...known } = capabilities.find((one) => one.id === id) ?? blank(id);
  return making === null ? known : { ...known, make: withoutGaps(making) };
}

function withoutGaps(making: Making): JsonObject {
  if (making.kind === 'answer') return { kind: 'answer', value: making.value };
  const { input, output } = making;
  return {
    kind: 'use',
    capability: making.capability,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
  };
}

function blank(id: string): Entry {
  return { id, description: '', input: {}, output: {}, effect: 'unknown' };
}
