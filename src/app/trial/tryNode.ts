import {
  type Address,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  type Result,
  ROOT,
  reservedAt,
  withoutAttempt,
} from '#base';
import { withMade } from '#capabilities';
import type { Commit, Entry } from '#kernel';
import { type CapabilityPlan, inputDefaults, type Trial } from '#plan';
import { type NodeCard, nodeAtAddress, type RunView } from '#projection';
import { catalogueOf, type TrialIn, trialIn } from '#runtime';
import { say } from '../parts/Toasts';
import { planOf } from '../pins/pinOf';
import { runsHere } from '../run/runsOfPage';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';

/** D1, key Y: asks what the chosen node is to be given, and runs it alone. Where it cannot be, that is said. */
export function tryChosen(session: Session): void {
  const { editor } = session;
  const { focus } = editor.selection.getState();
  const card = editor.scene.getState().graph.nodes.find(({ key }) => key === focus);
  if (card === undefined) sayWhyNot('Choose a step first.');
  else if (card.type === 'STATE')
    sayWhyNot('A state goes where its events lead it. Run the machine, or simulate its events.');
  else if (card.lane !== null || card.mark === 'ghost' || card.mark === 'writing')
    sayWhyNot('This is not a step that can be run.');
  else tryCard(session, card);
}

/** @param isAsIs what stands in for capabilities that are not here was asked already */
function tryCard(session: Session, card: NodeCard, isAsIs = false): void {
  if (!runsHere()) return;
  const trial = trialOfCard(session, card);
  if (!trial.ok) sayWhyNot(trial.problem);
  else if (!session.state.getState().trusted)
    openDialog({ kind: 'trust', next: () => tryCard(session, card, isAsIs) });
  else if (!isAsIs && session.absent(trial.value.plan).length > 0)
    openDialog({ kind: 'standIns', next: () => tryCard(session, card, true) });
  else {
    const { run, view } = session.editor.scene.getState();
    const { address, status, node } = card;
    const before = run === null || view === null ? null : { view, commits: run.commits, address };
    openDialog({
      kind: 'try',
      trial: trial.value,
      given: givenBefore(trial.value, node.input, before),
      isAgain: status === 'succeeded',
    });
  }
}

function trialOfCard(session: Session, card: NodeCard): Result<TrialIn, string> {
  const plan = planAround(session, card);
  if (plan === null) return err('This step came from a file with its run. Open its plan, and try it there.');
  const workspace = workspaceToRun(session);
  const catalogue = catalogueOf(workspace, withMade(session.capabilities, workspace));
  return trialIn(workspace, catalogue, plan, card.node);
}

/** The plan that a card stands in, as it is drawn. What a file brought has not run here, and is not run by this (T1). */
function planAround({ editor, shown }: Session, card: NodeCard): CapabilityPlan | null {
  const { plan, view } = editor.scene.getState();
  if (view !== null && shown.facts.getState().imported) return null;
  const id = planOf(card, plan?.id ?? '');
  if (plan?.id === id) return plan;
  const plans = [...(view?.started?.closure.plans ?? []), ...editor.workspace.plans];
  const found = plans.find((one) => one.id === id);
  return found?.kind === 'capability' ? found : null;
}

function sayWhyNot(text: string): void {
  say({ tone: 'info', text });
}

/** A node in a run, whose input there is what a trial begins with. */
export interface Before {
  readonly view: RunView;
  readonly commits: readonly Commit[];
  /** Of the node. */
  readonly address: Address;
}

/**
 * What the form of a trial holds at first: what the node was given in the run that is shown, else what its plan says by itself. A table
 * that a run keeps apart is none that can be typed (V6).
 */
export function givenBefore(
  { plan, input }: Trial,
  written: Json | undefined,
  before: Before | null,
): JsonObject {
  const own = input === null ? {} : { [input]: ownInput(written, before) };
  const variables = plan.variables === 'open' ? [] : plan.variables;
  const names = variables.filter(({ scope }) => scope === 'IN').map(({ id }) => id);
  const known = before === null ? new Map<string, Json>() : variablesBefore(before);
  const read = names.flatMap((name) => {
    const value = name === input ? undefined : known.get(name);
    return value === undefined || reservedAt(value) !== null ? [] : [[name, value] as const];
  });
  return { ...inputDefaults(plan.variables), ...Object.fromEntries(read), ...own };
}

/** The input of its own: as it was, else the parts of it that read nothing. */
function ownInput(written: Json | undefined, before: Before | null): JsonObject {
  const recorded = before?.view.nodes.get(withoutAttempt(before.address))?.input;
  if (isJsonObject(recorded)) return entriesOf(recorded, (value) => reservedAt(value) === null);
  if (!isJsonObject(written)) return {};
  return entriesOf(written, (value) => !JSON.stringify(value).includes('{{'));
}

function entriesOf(object: JsonObject, isKept: (value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isKept(value)));
}

/** The variables as they were when the node began: of the plan that it stands in, in a sub-plan those of that. */
function variablesBefore({ view, commits, address }: Before): ReadonlyMap<string, Json> {
  const place = withoutAttempt(address);
  const { of, plan, input } = scopeOf(place, view);
  const entries = commits.slice(0, view.position).flatMap((commit) => commit.entries);
  const start = entries.findIndex(
    (one) => one.kind === 'node.started' && withoutAttempt(one.address) === place,
  );
  const writes = entries
    .slice(0, start < 0 ? entries.length : start)
    .flatMap((entry) => writeIn(entry) ?? [])
    .filter((write) => write.of === null || write.of === of);
  const declared = plan === null || plan.variables === 'open' ? [] : plan.variables;
  return new Map([
    ...declared.flatMap(({ id, default: value }) => (value === undefined ? [] : [[id, value] as const])),
    ...Object.entries(input),
    ...writes.map(({ variable, value }) => [variable, value] as const),
  ]);
}

/** The plan that a node stands in: the address of the SUB_PLAN that runs it, which is empty for that of the run, and its input. */
function scopeOf(place: Address, view: RunView) {
  const plans = view.started?.closure.plans ?? [];
  const main = plans[0]?.kind === 'capability' ? plans[0] : null;
  for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1)) {
    const of = withoutAttempt(place.slice(0, end) as Address);
    const node = nodeAtAddress(of, main, view);
    if (node?.type !== 'SUB_PLAN') continue;
    const plan = plans.find(({ id }) => id === node.params.plan) ?? null;
    const input = view.nodes.get(of)?.input;
    return { of, plan, input: isJsonObject(input) ? input : {} };
  }
  return { of: ROOT, plan: main, input: view.started?.input ?? {} };
}

interface Write {
  readonly variable: string;
  readonly value: Json;
  /** The SUB_PLAN whose plan has the variable, empty for that of the run; null for what a branch keeps to itself. */
  readonly of: Address | null;
}

function writeIn({ kind, data }: Entry): Write | null {
  if (kind === 'variable.layered') return { ...data, of: null };
  return kind === 'variable.written' ? { of: ROOT, ...data } : null;
}
