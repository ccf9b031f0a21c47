import { Hourglass } from 'lucide-react';
import { type Address, withoutAttempt } from '#base';
import {
  allStates,
  type Body,
  bodiesOf,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  machineCalls,
  type StateMachinePlan,
} from '#plan';
import { namesOf, type RunView, type Waiting } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { counted } from '../parts/counted';
import { useKept } from '../parts/kept';
import { RejectForm } from './RejectForm';
import { answerWait } from './runActions';
import { useCanSteer, useView } from './runStore';

/** A plan that waits for a yes (D9, L10): what it would do, and Approve, Reject, Ask for another. */
export function ApprovalBanner({ waiting }: { readonly waiting: Waiting }) {
  const view = useView();
  const steer = useCanSteer();
  const [rejecting, setRejecting] = useKept(`rejecting ${waiting.address}`, () => false);
  const executor = withoutAttempt(waiting.address);
  const decide = (decision: 'approve' | 'another') => answerWait(waiting.address, { decision });
  return (
    <Banner
      tone="wait"
      icon={Hourglass}
      title={titleOf(waiting, view)}
      actions={
        !rejecting && (
          <>
            <Button
              variant="outline"
              aria-label="Ask for another"
              disabled={!steer}
              onClick={() => decide('another')}
            >
              Ask for another
            </Button>
            <Button variant="danger" aria-label="Reject" disabled={!steer} onClick={() => setRejecting(true)}>
              Reject
            </Button>
            <Button
              variant="primary"
              aria-label="Approve"
              disabled={!steer}
              onClick={() => decide('approve')}
            >
              Approve
            </Button>
          </>
        )
      }
    >
      <p>{summaryOf(view, executor)}</p>
      {rejecting && <RejectForm address={waiting.address} onBack={() => setRejecting(false)} />}
    </Banner>
  );
}

function titleOf(waiting: Waiting, view: RunView | null): string {
  const plan = planOf(view, withoutAttempt(waiting.address));
  return `“${waiting.name}” wants to run ${plan === null ? 'a plan' : sizeOf(plan)}`;
}

function sizeOf({ accepted, machine }: Proposed): string {
  if (machine !== undefined)
    return `a state machine of ${counted([...allStates(machine.states)].length, 'state')}`;
  return `a plan of ${counted(accepted.nodes.length, 'step')}`;
}

function summaryOf(view: RunView | null, executor: Address): string {
  const plan = planOf(view, executor);
  const tools = plan === null ? [] : [...new Set(toolsOfPlan(plan))];
  const maker = view === null ? null : makerOf(view);
  const made = maker === null ? '' : `Made by ${maker}. `;
  const uses = tools.length === 0 ? '' : `It uses ${tools.join(', ')}. `;
  return `${made}${uses}Nothing of it has started.`;
}

function toolsOfPlan({ accepted, machine }: Proposed): readonly string[] {
  return machine === undefined ? toolsOf(accepted) : machineCalls(machine).capabilities;
}

function toolsOf(plan: Body): readonly string[] {
  return plan.nodes.flatMap((node) => {
    return [
      ...new Set([...capabilitiesCalledBy(node), ...capabilitiesUsedBy(node).map(({ id }) => id)]),
      ...bodiesOf(node).flatMap(({ body }) => toolsOf(body)),
    ];
  });
}

/** A plan that a planner made, and the machine that it is (M5). */
interface Proposed {
  readonly accepted: Body;
  readonly machine: StateMachinePlan | undefined;
}

/** The plan that waits: opened already, or the last one that was accepted. */
function planOf(view: RunView | null, executor: Address): Proposed | null {
  if (view === null) return null;
  const opened = view.opened.get(executor);
  if (opened) return { accepted: opened.plan, machine: opened.machine };
  const planning = lastPlanning(view);
  return planning?.accepted ? { accepted: planning.accepted, machine: planning.machine } : null;
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
