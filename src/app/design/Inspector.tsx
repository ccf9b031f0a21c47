import {
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  CircleOff,
  Copy,
  Group,
  Layers,
  type LucideIcon,
  Network,
  Package,
  Trash2,
} from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useStore } from 'zustand';
import { COMMANDS, type CommandId, canUse, contextOf, roundsAround } from '#editor';
import { NODE_TYPES } from '#plan';
import { type NodeCard, shownStatus, wordOf } from '#projection';
import { give } from '../commands/give';
import { Button, IconButton } from '../parts/Button';
import { lazily } from '../parts/lazily';
import { Panel } from '../parts/Panel';
import { Tabs } from '../parts/Tabs';
import { PinButtons, PinNote } from '../pins/PinNote';
import { ProposalFacts } from '../proposal/ApprovalBanner';
import { GoOnButtons, TryButton } from '../run/GoOnButtons';
import { StaleNote } from '../run/KeptResults';
import { RoundChoice } from '../run/RoundChoice';
import { useKeyTexts } from '../state/keyBindings';
import { type InspectorTab, layoutStore } from '../state/layout';
import { useEditor, useIsProposal, useScene, useSelection, useSession } from '../state/session';
import { NodeIcon } from '../ui/NodeIcon';
import { ProblemActions, ProblemWords } from '../ui/ProblemList';
import { StatusPill } from '../ui/StatusPill';
import { fixButtons, useProblemWords } from './FixButtons';
import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorParts';
import { AttemptsTab, DefinitionTab, useInspectedNode, ValuesTab } from './NodeRecord';
import { NodeSetup } from './NodeSetup';
import { PlanSetup } from './PlanSetup';
import { RunSummary } from './RunSummary';

const MachineInspector = lazily(() => import('../machine/MachineInspector'));

/** What is selected, with what can be done about its problems beside the fields that have them (E4). */
export function Inspector() {
  const words = useProblemWords();
  const isEditable = useScene(({ readOnly }) => !readOnly);
  return (
    <ProblemActions value={isEditable ? fixButtons : null}>
      <ProblemWords value={words}>
        <Inspected />
      </ProblemWords>
    </ProblemActions>
  );
}

/** What is selected: its setup, its values in the shown run, its attempts, its definition; else the plan itself. */
function Inspected() {
  const focus = useInspectedNode();
  const graph = useScene((scene) => scene.graph);
  const view = useScene((scene) => scene.view);
  const isMachine = useScene((scene) => scene.machine !== null);
  const chosen = useSelection(({ nodes }) => nodes.size);
  const node = useMemo(() => graph.nodes.find((one) => one.key === focus) ?? null, [graph, focus]);
  if (chosen > 1) {
    return (
      <Panel name="Inspector">
        <SelectionInspector count={chosen} />
      </Panel>
    );
  }
  if (isMachine) {
    return (
      <Panel name="Inspector">
        <Suspense fallback={null}>
          <MachineInspector />
        </Suspense>
      </Panel>
    );
  }
  return (
    <Panel name="Inspector">
      {node !== null && node.type !== 'STATE' && <NodeInspector key={node.key} node={node} />}
      {node === null && view !== null && <RunSummary view={view} />}
      {node === null && view === null && <PlanItself />}
    </Panel>
  );
}

/** The plan as a whole: how it is set up, or, before it runs, what it may call. */
function PlanItself() {
  const plan = useScene(({ open }) => open);
  const isProposal = useIsProposal();
  return isProposal && plan !== null ? <ProposalFacts plan={plan} /> : <PlanSetup />;
}

const TABS: readonly { readonly id: InspectorTab; readonly label: string }[] = [
  { id: 'setup', label: 'Setup' },
  { id: 'values', label: 'In and out' },
  { id: 'attempts', label: 'Attempts' },
  { id: 'definition', label: 'Definition' },
];

function NodeInspector({ node }: { readonly node: NodeCard }) {
  const chosen = useStore(layoutStore, (layout) => layout.inspectorTab);
  const line = useLineOf(node);
  const around = useScene(({ graph }) => (node.status === null ? null : roundsAround(graph.nodes, node.key)));
  const isProposal = useIsProposal();
  // A note never runs, and a proposal has not run yet.
  const runs = node.type !== 'NOTE' && !isProposal;
  const tabs = !runs ? TABS.filter(({ id }) => id === 'setup' || id === 'definition') : TABS;
  const tab = tabs.find(({ id }) => id === chosen)?.id ?? 'setup';
  return (
    <>
      <InspectorHead
        icon={<NodeIcon node={node.node} />}
        title={node.title}
        line={line}
        aside={<StatusOfNode node={node} />}
      />
      {runs && (
        <GoOnButtons>
          <PinButtons node={node} />
          <TryButton />
        </GoOnButtons>
      )}
      <PinNote node={node} />
      <StaleNote node={node.key} />
      {around !== null && (
        <div className={styles.round}>
          <RoundChoice node={around} />
        </div>
      )}
      <Tabs<InspectorTab>
        label="Inspector"
        selected={tab}
        onSelect={(inspectorTab) => layoutStore.setState({ inspectorTab })}
        tabs={tabs}
      >
        <div className={styles.body}>
          {tab === 'setup' && <NodeSetup node={node} />}
          {tab === 'values' && <ValuesTab node={node} />}
          {tab === 'attempts' && <AttemptsTab node={node} />}
          {tab === 'definition' && <DefinitionTab node={node} />}
        </div>
      </Tabs>
    </>
  );
}

function StatusOfNode({ node }: { readonly node: NodeCard }) {
  const status = shownStatus(node);
  if (status === null) return null;
  return <StatusPill status={status} text={node.unanswered === true ? wordOf(node) : undefined} />;
}

/** What the node is: what it calls or its type; then its id, or which step of which plan it was. */
function useLineOf(node: NodeCard): string {
  const nodes = useScene((scene) => scene.graph.nodes);
  const what =
    node.node.type === 'CAPABILITY' ? node.node.params.capability : NODE_TYPES[node.node.type].title;
  const revision = /@(\d+)\/[^/]+$/.exec(node.key)?.[1];
  if (revision === undefined) return `${what} · ${node.node.id}`;
  const place = nodes.filter(({ parent }) => parent === node.parent).indexOf(node) + 1;
  return `${what} · step ${place} of revision ${revision}`;
}

const ALIGN: readonly (readonly [CommandId, LucideIcon])[] = [
  ['arrange.left', AlignStartVertical],
  ['arrange.right', AlignEndVertical],
  ['arrange.top', AlignStartHorizontal],
  ['arrange.bottom', AlignEndHorizontal],
  ['arrange.across', AlignHorizontalSpaceAround],
  ['arrange.down', AlignVerticalSpaceAround],
  ['arrange.tidy', Network],
];

const CHANGE: readonly (readonly [CommandId, LucideIcon])[] = [
  ['edit.group', Group],
  ['edit.extract', Package],
  ['edit.duplicate', Copy],
  ['node.disable', CircleOff],
  ['edit.delete', Trash2],
];

/** What can be done with several at once: where they stand, and what becomes of them. */
function SelectionInspector({ count }: { readonly count: number }) {
  const isMachine = useScene((scene) => scene.machine !== null);
  const changes = isMachine ? CHANGE.filter(([id]) => id !== 'node.disable') : CHANGE;
  return (
    <>
      <InspectorHead
        icon={<Layers aria-hidden />}
        title={`${count} ${isMachine ? 'states' : 'nodes'} chosen`}
        line="What is changed here is changed for all of them."
      />
      <div className={styles.body}>
        <section className={styles.group}>
          <h3>Arrange</h3>
          <div className={styles.tools}>
            {ALIGN.map(([id, icon]) => (
              <CommandButton key={id} id={id} icon={icon} />
            ))}
          </div>
        </section>
        <section className={styles.group}>
          <h3>Change</h3>
          {changes.map(([id, icon]) => (
            <CommandButton key={id} id={id} icon={icon} named />
          ))}
        </section>
      </div>
    </>
  );
}

interface CommandButtonProps {
  readonly id: CommandId;
  readonly icon: LucideIcon;
  /** With its name beside the icon. */
  readonly named?: boolean;
}

function CommandButton({ id, icon, named = false }: CommandButtonProps) {
  const session = useSession();
  const editor = useEditor();
  // What can be done changes with what is shown.
  useScene((scene) => scene.readOnly);
  const keys = useKeyTexts()(id);
  const command = COMMANDS.find((one) => one.id === id);
  if (command === undefined) return null;
  const disabled = !canUse(command, contextOf(editor, 'canvas'));
  const onClick = () => give(session, id);
  return named ? (
    <Button variant="outline" size="small" icon={icon} data-keys={keys} disabled={disabled} onClick={onClick}>
      {command.title}
    </Button>
  ) : (
    <IconButton icon={icon} label={command.title} keys={keys} disabled={disabled} onClick={onClick} />
  );
}
