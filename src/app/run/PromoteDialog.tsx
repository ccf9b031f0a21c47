import { type FormEvent, useMemo, useState } from 'react';
import { type Address, IdMint, isJsonObject, type Json, type JsonObject, present } from '#base';
import type { AttachedRun, Editor } from '#editor';
import type { Commit } from '#kernel';
import {
  type Body,
  findNode,
  type Literal,
  literalsOf,
  type Origin,
  type Plan,
  promote,
  type StateMachinePlan,
  withInputs,
} from '#plan';
import { namesOf, type OpenedPlan, type RunView, shortValue } from '#projection';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Checkbox, Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { sayProblems } from '../state/sayTrouble';
import { type Session, useSelection, useSession } from '../state/session';
import { Field } from '../ui/Field';
import styles from './InputsDialog.module.css';
import { useRunFacts, useShownRun } from './runStore';

/** P11: a plan that was made becomes one of the workspace, in one edit; its literals are offered as inputs. */
export default function PromoteDialog({ onClose }: DialogProps<'promote'>) {
  const run = useShownRun((shown) => shown);
  return run === null ? null : <Promote run={run} onClose={onClose} />;
}

function Promote({ run, onClose }: { readonly run: AttachedRun; readonly onClose: () => void }) {
  const session = useSession();
  const { editor, state } = session;
  const imported = useRunFacts((facts) => facts.imported);
  const selected = useSelection(({ nodes }) => [...nodes][0] ?? null);
  const made = useMemo(() => madePlans(run), [run]);
  const [executor, setExecutor] = useState(
    () => (made.find((one) => one.executor === selected) ?? made.at(-1))?.executor,
  );
  const one = made.find((other) => other.executor === executor);
  const [typed, setTyped] = useKept<string | null>('name', () => null);
  const [asked, setAsked] = useKept<ReadonlySet<string>>('inputs', () => new Set());
  if (one === undefined) return null;
  const name = typed ?? one.name;
  const plan = planOf(one, name.trim() || one.name, editor);
  const literals = literalsOf(plan);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = literals.filter((literal) => asked.has(keyOf(literal)));
    onClose();
    if (!keep(withInputs(plan, chosen), session)) return;
    // Trust is of content (W4): what a foreign run holds has to be looked at.
    if (imported) state.setState({ trusted: false });
  };
  return (
    <Dialog
      title="Promote"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="promote">
            Promote
          </Button>
        </>
      }
    >
      <form id="promote" className={styles.form} onSubmit={submit}>
        <p>The plan that was made becomes a plan of this workspace, which you can change and run.</p>
        {made.length > 1 && (
          <Field label="Made for">
            {(ids) => (
              <Select {...ids} value={one.executor} onChange={({ target }) => choose(target.value)}>
                {made.map(({ executor: address, at }) => (
                  <option key={address} value={address}>
                    {at}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Name">
          {(ids) => <Input {...ids} value={name} onChange={({ target }) => setTyped(target.value)} />}
        </Field>
        {literals.length > 0 && (
          <fieldset className={styles.literals}>
            <legend>Offer these as its inputs</legend>
            {literals.map((literal) => (
              <Checkbox
                key={keyOf(literal)}
                label={`${literal.variable}: ${shortValue(literal.value)}`}
                checked={asked.has(keyOf(literal))}
                onChange={() => setAsked((before) => toggled(before, keyOf(literal)))}
              />
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );

  function choose(address: string): void {
    setExecutor(made.find((other) => other.executor === address)?.executor);
    setTyped(null);
    setAsked(new Set());
  }
}

function planOf({ made, origin }: MadePlan, name: string, { workspace }: Editor): Plan {
  const ids = new IdMint(workspace.plans.map(({ id }) => id));
  return promote(made, { ...origin, id: ids.mint(name, 'plan'), name });
}

function keep(plan: Plan, { editor, closed }: Session): boolean {
  const done = editor.edit({ edit: 'add-plan', plan }, { label: 'Promote' });
  if (!done.ok) {
    sayProblems([done.problem]);
    return false;
  }
  editor.showRun(null);
  editor.openPlan(plan.id);
  say({
    tone: 'info',
    text: `“${plan.name ?? plan.id}” is a plan of this workspace now.`,
    action: { label: 'Undo', run: () => editor.undo() },
    until: closed,
  });
  return true;
}

function keyOf({ at, key }: Literal): string {
  return `${at}/${key}`;
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** A plan that a planner made and an executor ran to its end (P11). */
export interface MadePlan {
  readonly executor: Address;
  /** What its executor is called. */
  readonly at: string;
  readonly name: string;
  readonly made: Body | StateMachinePlan;
  readonly origin: Omit<Origin, 'id' | 'name'>;
}

/** The plans that were made in a run, in the order in which they were opened. */
export function madePlans(run: AttachedRun): readonly MadePlan[] {
  const { live, commits } = run;
  const nameOf = namesOf(live);
  const values = valuesOf(live, commits);
  return [...live.opened.values()].map((opened) => {
    const at = nameOf(opened.executor);
    return {
      executor: opened.executor,
      at,
      name: opened.machine?.name ?? opened.machine?.id ?? `${at}, as a plan`,
      made: opened.machine ?? opened.plan,
      origin: { runId: run.runId, address: opened.executor, values, ...inheritedFrom(opened, run) },
    };
  });
}

/** What steps could read: the variables as they are in the end, but for the plans among them, and the planner's goal. */
function valuesOf({ variables }: RunView, commits: readonly Commit[]): JsonObject {
  const seen = [...variables.values()].filter(({ value }) => !isPlan(value));
  const goal = goalIn(commits);
  return {
    ...Object.fromEntries(seen.map(({ id, value }) => [id, value])),
    ...(goal === null ? {} : { goal }),
  };
}

function isPlan(value: Json): boolean {
  return isJsonObject(value) && (Array.isArray(value.nodes) || value.kind === 'state-machine');
}

function goalIn(commits: readonly Commit[]): string | null {
  for (const { entries } of commits.toReversed())
    for (const entry of entries)
      if (entry.kind === 'command' && entry.data.command.kind === 'plan') return entry.data.command.goal;
  return null;
}

function inheritedFrom({ executor }: OpenedPlan, { live, planId }: AttachedRun): Pick<Origin, 'inherits'> {
  const plan = live.started?.closure.plans.find(({ id }) => id === planId);
  const id = executor.split('/').at(-1) ?? '';
  const node = plan?.kind === 'capability' ? findNode(plan, id)?.node : undefined;
  const { timeoutMs, retry } = node ?? {};
  return timeoutMs === undefined && retry === undefined
    ? {}
    : {
        inherits: {
          ...present({ timeoutMs, retry }),
        },
      };
}
