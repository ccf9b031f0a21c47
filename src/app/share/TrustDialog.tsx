import { Bot, Code, FileText, Globe, type LucideIcon, Scale, UserRound, Wrench } from 'lucide-react';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { Diagnostic, Result } from '#base';
import type { Budget } from '#kernel';
import { mayPlan, type Policy, type Workspace, type WorkspaceDocument, withPlanning } from '#plan';
import { type Risk, riskOf } from '#share';
import { DEFAULT_SLOT } from '#storage';
import { readNumber } from '../forms/typedValues';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Checkbox, Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { lazily } from '../parts/lazily';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { modelsToAsk, useConnections } from '../state/slots';
import { trustWorkspace } from '../state/trust';
import { PolicySentence } from '../ui/CallWords';
import { Field } from '../ui/Field';
import styles from './TrustDialog.module.css';
import type { TrustSlot } from './TrustPicks';

const TrustPicks = lazily(() => import('./TrustPicks'));

const MINUTE_MS = 60_000;
/** Of anything: longer than a year of minutes is no limit. */
const MOST = 1_000_000_000;
const LEAST_MONEY = 0.01;

/** T1: what the workspace can do, and a limit on it, before anything of it runs. */
export default function TrustDialog({ dialog, onClose }: DialogProps<'trust'>) {
  const session = useSession();
  const { editor } = session;
  const risk = useMemo(() => riskOf(editor.workspace, editor.catalogue), [editor]);
  const [calls, setCalls] = useKept('calls', () => '50');
  const [minutes, setMinutes] = useKept('minutes', () => '10');
  const [tokens, setTokens] = useKept('tokens', () => '500000');
  const [money, setMoney] = useKept('money', () => '1');
  // Money can be bounded where it is known what a model costs (T10).
  const isPriced = modelsToAsk(session).some(({ price }) => price !== undefined);
  const { policies } = editor.workspace;
  const [planning, setPlanning] = useKept('planning', () => mayPlan(policies));
  const slots = useTrustSlots(editor.workspace, risk);
  const { vault } = session.storage;
  const { entries } = useConnections();
  const [picks, setPicks] = useKept<Readonly<Record<string, string>>>('picks', () =>
    Object.fromEntries(slots.map(({ slot }) => [slot, vault.picked(session.id, slot)?.id ?? ''])),
  );
  // What is picked here is asked, too: a limit that is not shown would be none.
  const asksModels = modelsToAsk(session).length > 0 || slots.some(({ slot }) => (picks[slot] ?? '') !== '');
  const limits = budgetOf(calls, minutes, asksModels ? tokens : null);
  const budget = isPriced ? withMoney(limits, money) : limits;
  const trust = () => {
    if (budget === null) return;
    // Before it is trusted: what is trusted is the content with it (T1).
    if (planning !== mayPlan(policies))
      editor.edit(
        { edit: 'set-policies', policies: withPlanning(policies, planning) },
        { label: 'Change policy' },
      );
    for (const { slot } of slots) vault.pick(session.id, slot, picks[slot] || null);
    trustWorkspace(session, budget);
    onClose();
    dialog.next?.(budget);
  };
  return (
    <Dialog
      title="Trust this workspace?"
      question
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" aria-label="Keep restricted" onClick={onClose}>
            Keep restricted
          </Button>
          <Button variant="primary" aria-label="Trust" disabled={budget === null} onClick={trust}>
            Trust
          </Button>
        </>
      }
    >
      <p className={styles.intro}>
        “<bdi>{editor.workspace.name || editor.workspace.id}</bdi>” came from outside. Nothing of it has run.
        Once you trust it, it can do this, and no more:
      </p>
      <RiskList risk={risk} documents={editor.workspace.documents} policies={policies} />
      {slots.length > 0 && entries.length > 0 && (
        <TrustPicks
          slots={slots}
          entries={entries}
          picks={picks}
          onPick={(slot, connection) => setPicks((now) => ({ ...now, [slot]: connection }))}
        />
      )}
      {risk.planners.length > 0 && (
        <Checkbox
          label="Planners may make plans"
          checked={planning}
          onChange={({ target }) => setPlanning(target.checked)}
        />
      )}
      <div className={styles.limits}>
        <Limit label="Max calls per run" text={calls} onChange={setCalls} />
        <Limit label="Longest run, in minutes" text={minutes} onChange={setMinutes} />
        {asksModels && <Limit label="Max tokens per run" text={tokens} onChange={setTokens} />}
        {isPriced && <Limit label="Max money per run" text={money} onChange={setMoney} read={readMoney} />}
      </div>
    </Dialog>
  );
}

/** @returns null while one of them is no limit */
function budgetOf(calls: string, minutes: string, tokens: string | null): Budget | null {
  const [most, longest, tokensRead] = [readLimit(calls), readLimit(minutes), readLimit(tokens ?? '1')];
  if (!most.ok || !longest.ok || !tokensRead.ok) return null;
  return {
    calls: most.value,
    wallTimeMs: longest.value * MINUTE_MS,
    ...(tokens === null ? {} : { tokens: tokensRead.value }),
  };
}

const MICRO = 1_000_000;

function withMoney(budget: Budget | null, text: string): Budget | null {
  const money = readMoney(text);
  return budget === null || !money.ok ? null : { ...budget, microUnits: Math.round(money.value * MICRO) };
}

function readMoney(text: string): Result<number, Diagnostic> {
  return readNumber(text, { integer: false, minimum: LEAST_MONEY, maximum: MOST });
}

function readLimit(text: string): Result<number, Diagnostic> {
  return readNumber(text, { integer: true, minimum: 1, maximum: MOST });
}

interface LimitProps {
  readonly label: string;
  /** As it is typed: also what is no limit yet. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly read?: (text: string) => Result<number, Diagnostic>;
}

function Limit({ label, text, onChange, read: reading = readLimit }: LimitProps) {
  const read = reading(text);
  return (
    <Field label={label} problem={read.ok ? null : read.problem}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={0}
          step="any"
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface RiskProps {
  readonly risk: Risk;
  readonly documents: readonly WorkspaceDocument[];
  readonly policies: readonly Policy[];
}

function RiskList({ risk, documents, policies }: RiskProps) {
  const acting = [...risk.tools.write, ...risk.tools.unknown];
  const reading = [...risk.tools.pure, ...risk.tools.read];
  return (
    <ul className={styles.list}>
      <Line icon={Globe} title="Hosts">
        {risk.hosts.length === 0 ? (
          risk.models.length === 0 ? (
            'It names none. Nothing leaves this browser.'
          ) : (
            'It names none. Nothing leaves this browser before you connect a model of it in Settings.'
          )
        ) : (
          <>
            It suggests <Names of={risk.hosts} />. None is contacted, and no key goes there, before you
            connect it in Settings.
          </>
        )}
        {risk.models.length > 0 && (
          <>
            {' '}
            Models: <Names of={risk.models.map(({ name, model }) => name ?? model)} />.
          </>
        )}
      </Line>
      <Line icon={Wrench} title="Tools">
        {acting.length > 0 && <b>May change something: {acting.join(', ')}. </b>}
        {risk.unasked.length > 0 && (
          <b>Its policies let a model call this without asking you: {risk.unasked.join(', ')}. </b>
        )}
        {reading.length > 0 && `Reads and computes: ${reading.join(', ')}. `}
        {risk.unknownTools.length > 0 && `Not known here: ${risk.unknownTools.join(', ')}.`}
        {acting.length + reading.length + risk.unknownTools.length === 0 && 'It calls none.'}
      </Line>
      {risk.code.length > 0 && (
        <Line icon={Code} title="Brings along">
          {risk.code.join(', ')}
        </Line>
      )}
      <Line icon={FileText} title="Documents">
        {documents.length === 0 ? (
          'It brings none.'
        ) : (
          <>
            Its plans can read what it brings: <Names of={documents.map(({ id, name }) => name ?? id)} />.
          </>
        )}
      </Line>
      <Line icon={Bot} title="Planners">
        {risk.planners.length === 0
          ? 'It plans nothing by itself.'
          : risk.planners.map((planner) => (
              <PlannerLine key={`${planner.plan}/${planner.node}`} planner={planner} />
            ))}
      </Line>
      {policies.length > 0 && (
        <Line icon={Scale} title="Policies that it brings">
          {policies.map((policy, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a policy is its place; it has no other name.
            <span key={index} className={styles.policy}>
              <PolicySentence policy={policy} />
            </span>
          ))}
        </Line>
      )}
      {risk.asksPeople > 0 && (
        <Line icon={UserRound} title="People">
          {risk.asksPeople === 1 ? 'It asks you once.' : `It asks you at ${risk.asksPeople} places.`}
        </Line>
      )}
    </ul>
  );
}

/** Planners that ask no model (P2). */
const BUILT_IN: Readonly<Record<string, string>> = {
  rules: 'the rules planner',
  htn: 'the task network planner',
};

function PlannerLine({ planner }: { readonly planner: Risk['planners'][number] }) {
  const { name, flavour, asksModel, anyTool, tools } = planner;
  const who = asksModel ? 'a language model' : (BUILT_IN[flavour] ?? 'a capability');
  const what = anyTool ? 'any tool' : tools.length === 0 ? 'no tool' : `${tools.length} of the tools above`;
  return (
    <span>
      “<bdi>{name}</bdi>” has {who} make plans that use {what}.{' '}
    </span>
  );
}

/** Names from outside, each in a writing direction of its own (case B5). */
function Names({ of }: { readonly of: readonly string[] }) {
  return of.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may be called the same.
    <Fragment key={index}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}

function Line({
  icon: Icon,
  title,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li className={styles.line}>
      <Icon aria-hidden />
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  );
}

/** The slots of its models; where it has none and may ask one, that of the default. */
function useTrustSlots({ models, connections }: Workspace, risk: Risk): readonly TrustSlot[] {
  return useMemo(() => {
    if (models.length > 0)
      return connections.flatMap(({ id, name, kind, suggestedUrl }) => {
        const using = models.filter(({ connection }) => connection === id);
        if (using.length === 0) return [];
        const names = using.map((one) => one.name ?? one.model).join(', ');
        const hint = suggestedUrl ? `It suggests ${suggestedUrl}.` : 'It suggests no address.';
        return [{ slot: id, label: `${name ?? id}: ${names}`, kind, hint }];
      });
    const asks = risk.planners.some(({ asksModel }) => asksModel) || !risk.harmless;
    const hint = 'It names no model. Planners without one use what you pick here.';
    return asks ? [{ slot: DEFAULT_SLOT, label: 'Model for its planners', kind: null, hint }] : [];
  }, [models, connections, risk]);
}
