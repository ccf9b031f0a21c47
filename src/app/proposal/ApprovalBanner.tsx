import { Hourglass, ListChecks, Send } from 'lucide-react';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type Address, counted, type Diagnostic, hasErrors, within, withoutAttempt } from '#base';
import type { Proposal } from '#kernel';
import { allStates, type Body, type Effect, mayChange, type Plan, type StateMachinePlan } from '#plan';
import { inNamesAt, namesOf, placeOf, type RunView, revisionsIn, type Waiting } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Pill } from '../parts/Pill';
import styles from '../run/Banners.module.css';
import { RejectForm } from '../run/HumanForm';
import { answerWait, useCanSteer, useRunFacts, useView } from '../run/runStore';
import { keyOfWaiting } from '../run/waiting';
import { PHONE, useMedia } from '../state/layout';
import { useCatalogue, useSession } from '../state/session';
import { EFFECT_WORDS } from '../ui/CallWords';
import { Field } from '../ui/Field';
import { isEdited, toolsOfPlan } from './changePlan';
import { editProposal, restoreEdits, useEditedProposal, useOpenProposal } from './editedProposal';
import proposalFactsStyles from './ProposalFacts.module.css';
import { approvePlan, askForAnother } from './proposalCommands';

/** A plan that waits for a yes (D9, L10): what it would do, and Approve, Reject, Ask for another, or edit it first. */
export function ApprovalBanner({ waiting }: { readonly waiting: Waiting }) {
  const view = useView();
  const proposal = useProposal(waiting);
  const isRestored = useRestoredEdits(waiting, proposal);
  const edited = useEditedPlan(waiting);
  const [saying, setSaying] = useKept<'reject' | 'another' | null>(
    `saying ${keyOfWaiting(waiting)}`,
    () => null,
  );
  const executor = withoutAttempt(waiting.address);
  const plan = edited.plan ?? proposal?.machine ?? proposal?.plan ?? planOf(view, executor);
  const name = waiting.name;
  const revision = view?.opened.has(executor)
    ? revisionsIn(view).find((one) => one.executor === executor && one.isProposed)
    : undefined;
  return (
    <Banner
      tone="wait"
      about={placeOf(waiting.address).key}
      icon={Hourglass}
      title={
        revision === undefined || plan === null
          ? `“${name}” wants to run ${plan === null ? 'a plan' : sizeOf(plan)}`
          : `Revision ${revision.revision} of “${name}” ${widerBy(plan, proposal)}`
      }
      actions={
        saying === null && (
          <Decisions
            waiting={waiting}
            proposal={proposal}
            isRestored={isRestored}
            problems={edited.problems}
            onSay={setSaying}
          />
        )
      }
    >
      {revision !== undefined && view !== null && (
        <p>{inNamesAt(revision.reason, stepOf(view, executor), namesOf(view))}</p>
      )}
      <p>{summaryOf(view, plan, edited.plan !== undefined, proposal?.begun.length ?? 0)}</p>
      {saying === 'reject' && <RejectForm waiting={waiting} onBack={() => setSaying(null)} />}
      {saying === 'another' && proposal !== null && (
        <AnotherForm waiting={waiting} onBack={() => setSaying(null)} />
      )}
    </Banner>
  );
}

interface DecisionsProps {
  readonly waiting: Waiting;
  /** Null where another tab drives the run. */
  readonly proposal: Proposal | null;
  /** What was edited of it before is back: until then nobody decides about it. */
  readonly isRestored: boolean;
  /** Those of the plan as it was edited. */
  readonly problems: ReturnType<typeof useEditedPlan>['problems'];
  readonly onSay: (what: 'reject' | 'another') => void;
}

function Decisions({ waiting, proposal, isRestored, problems, onSay }: DecisionsProps) {
  const session = useSession();
  const steer = useCanSteer() && isRestored;
  const isPhone = useMedia(PHONE);
  const isOpen = useOpenProposal() !== null;
  const isBroken = hasErrors(problems);
  const reads = proposal?.planner === 'model';
  return (
    <>
      {!isOpen && !isPhone && (
        <Button
          variant="outline"
          disabled={!steer || proposal === null}
          onClick={() => proposal && editProposal(session, waiting, proposal)}
        >
          Edit the plan
        </Button>
      )}
      <Button
        variant="outline"
        aria-label="Ask for another"
        disabled={!steer || proposal?.planner === 'none'}
        data-tip={proposal?.planner === 'none' ? 'No planner of this run made it.' : undefined}
        onClick={() => (reads ? onSay('another') : answerWait(waiting.address, { decision: 'another' }))}
      >
        Ask for another
      </Button>
      <Button variant="danger" aria-label="Reject" disabled={!steer} onClick={() => onSay('reject')}>
        Reject
      </Button>
      <Button
        variant="primary"
        aria-label="Approve"
        disabled={!steer || isBroken}
        data-tip={isBroken ? 'Your changes have problems: mend or undo them first.' : undefined}
        onClick={() => approvePlan(session, waiting)}
      >
        Approve
      </Button>
    </>
  );
}

/** P9: what a revision may do that the plan before it could not. */
function widerBy(plan: Proposed, proposal: Proposal | null): string {
  const before = new Set(proposal?.before ? toolsOfPlan(proposal.before) : []);
  const more = [...new Set(toolsOfPlan(plan))].filter((tool) => !before.has(tool));
  return more.length === 0 ? 'reaches further than the plan before' : `may also use ${more.join(', ')}`;
}

function sizeOf(plan: Proposed): string {
  if ('states' in plan) return `a state machine of ${counted([...allStates(plan.states)].length, 'state')}`;
  return `a plan of ${counted(plan.nodes.length, 'step')}`;
}

function summaryOf(view: RunView | null, plan: Proposed | null, isEdited: boolean, begun: number): string {
  const tools = plan === null ? [] : [...new Set(toolsOfPlan(plan))];
  const maker = view === null ? null : makerOf(view);
  const by = isEdited ? ' and changed by you' : '';
  const made = maker === null ? '' : `Made by ${maker}${by}. `;
  const uses = tools.length === 0 ? '' : `It uses ${tools.join(', ')}. `;
  return `${made}${uses}${begunWords(begun)}`;
}

/** The place of any step of the plan that is open, by which its steps are named. */
function stepOf({ opened }: RunView, executor: Address): Address {
  return within(opened.get(executor)?.scope ?? executor, 'step');
}

function begunWords(begun: number): string {
  if (begun === 0) return 'Nothing of it has started.';
  return begun === 1
    ? 'One step of it has begun, and stays.'
    : `${counted(begun, 'step')} of it have begun, and stay.`;
}

/** A plan that a planner made, perhaps edited since: a graph, or a machine (M5). */
type Proposed = Body | StateMachinePlan | Plan;

/** The plan that waits: opened already, or the last one that was accepted. */
function planOf(view: RunView | null, executor: Address): Proposed | null {
  if (view === null) return null;
  const opened = view.opened.get(executor);
  if (opened) return opened.machine ?? opened.plan;
  const planning = lastPlanning(view);
  return planning?.machine ?? planning?.accepted ?? null;
}

function makerOf(view: RunView): string | null {
  const record = lastPlanning(view);
  const accepted = record?.attempts.findLast((attempt) => attempt.verdict === 'accepted');
  if (!record || !accepted) return null;
  return `${accepted.madeBy} in “${namesOf(view)(record.address)}”`;
}

function lastPlanning(view: RunView) {
  return [...view.planning.values()].toSorted((a, b) => b.seq - a.seq)[0];
}

interface Props {
  readonly waiting: Waiting;
  readonly onBack: () => void;
}

/** Asks the planner for another plan, and may say what should be different (D9). */
function AnotherForm({ waiting, onBack }: Props) {
  const session = useSession();
  const [words, setWords] = useKept(`another ${keyOfWaiting(waiting)}`, () => '');
  const note = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    askForAnother(session, waiting, words);
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <Field label="What should be different?">
        {(ids) => (
          <Input
            {...ids}
            ref={focusOnce}
            aria-describedby={note}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" icon={Send}>
        Ask
      </Button>
      <Button onClick={onBack}>Back</Button>
      <p id={note} className={styles.note}>
        It goes to the model with the goal and this plan. If you leave it empty, the model is simply asked
        again.
      </p>
    </form>
  );
}

/** It appears because the button was pressed. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

/** A plan that waits, as a person has edited it, and what is wrong with it; without a plan where they have not. */
function useEditedPlan(waiting: Waiting): {
  readonly plan: Plan | undefined;
  readonly problems: readonly Diagnostic[];
} {
  const edited = useEditedProposal(waiting);
  const here = useSession();
  const { editor } = edited?.session ?? here;
  const now = useStore(editor.document, ({ workspace }) => workspace.plans[0]);
  const problems = useStore(editor.problems, ({ diagnostics }) => diagnostics);
  if (edited === null || now === undefined || !isEdited(now, edited.original)) return UNEDITED;
  return { plan: now, problems };
}

const UNEDITED = { plan: undefined, problems: [] };

/** The plan that waits, as the kernel holds it; null where this tab does not drive its run. */
function useProposal(waiting: Waiting): Proposal | null {
  const steered = useRunFacts((facts) => facts.steered);
  return useMemo(() => steered?.proposal(waiting.address) ?? null, [steered, waiting]);
}

/** Whether what was edited of a plan that waits, before the page was left, is back: until then nobody decides about it. */
function useRestoredEdits(waiting: Waiting, proposal: Proposal | null): boolean {
  const session = useSession();
  const [restored, setRestored] = useState<Proposal | null>(null);
  useEffect(() => {
    if (proposal !== null) void restoreEdits(session, waiting, proposal).then(() => setRestored(proposal));
  }, [session, waiting, proposal]);
  return restored === proposal;
}

/** What a proposed plan may call, the riskiest first, while none of its steps is selected (D9). */
export function ProposalFacts({ plan }: { readonly plan: Plan }) {
  const catalogue = useCatalogue();
  const counts = new Map<string, number>();
  for (const id of toolsOfPlan(plan)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const tools = [...counts]
    .map(([id, count]) => ({ id, count, effect: catalogue.get(id)?.effect ?? 'unknown' }))
    .toSorted((one, other) => RISKS.indexOf(one.effect) - RISKS.indexOf(other.effect));
  return (
    <section className={proposalFactsStyles.facts}>
      <h2>
        <ListChecks aria-hidden />
        What it may call
      </h2>
      {tools.length === 0 && <p>This plan calls nothing.</p>}
      <ul>
        {tools.map(({ id, count, effect }) => (
          <li key={id}>
            <span className={proposalFactsStyles.tool}>
              <code>{id}</code>
              <Pill tone={mayChange(effect) ? 'wait' : 'skip'}>{effect}</Pill>
            </span>
            <span className={proposalFactsStyles.words}>
              {counted(count, 'step')} {count === 1 ? 'calls' : 'call'} it; it {EFFECT_WORDS[effect]}.
            </span>
          </li>
        ))}
      </ul>
      <p>Choose a step to see and change what it is given. Only tools that it may use can be added.</p>
    </section>
  );
}

const RISKS: readonly Effect[] = ['unknown', 'write', 'read', 'pure'];
