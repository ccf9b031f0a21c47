import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { GraphNode } from '#projection';
import { NodeIcon } from '../parts/NodeIcon';
import { Panel } from '../parts/Panel';
import { StatusPill } from '../parts/StatusPill';
import { Tabs } from '../parts/Tabs';
import { type InspectorTab, layoutStore } from '../state/layout';
import { useScene, useSelection } from '../state/session';
import { AttemptsTab } from './AttemptsTab';
import { DefinitionTab } from './DefinitionTab';
import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorHead';
import { NodeSetup } from './NodeSetup';
import { PlanSetup } from './PlanSetup';
import { RunSummary } from './RunSummary';
import { ValuesTab } from './ValuesTab';

/** What is selected: its setup, its values in the shown run, its attempts, its definition; else the plan itself. */
export function Inspector() {
  const focus = useSelection((selection) => selection.focus);
  const graph = useScene((scene) => scene.graph);
  const view = useScene((scene) => scene.view);
  const node = useMemo(() => graph.nodes.find((one) => one.key === focus) ?? null, [graph, focus]);
  return (
    <Panel name="Inspector">
      {node !== null && <NodeInspector key={node.key} node={node} />}
      {node === null && view !== null && <RunSummary view={view} />}
      {node === null && view === null && <PlanSetup />}
    </Panel>
  );
}

function NodeInspector({ node }: { readonly node: GraphNode }) {
  const tab = useStore(layoutStore, (layout) => layout.inspectorTab);
  const planned = /@(\d+)\/[^/]+$/.exec(node.key)?.[1];
  return (
    <>
      <InspectorHead
        icon={<NodeIcon node={node.node} />}
        title={node.title}
        line={[
          node.node.type === 'CAPABILITY' ? node.node.params.capability : node.type,
          planned === undefined ? node.node.id : `step of revision ${planned}`,
        ].join(' · ')}
        aside={node.status !== null && <StatusPill status={node.status} />}
      />
      <Tabs<InspectorTab>
        label="Inspector"
        selected={tab}
        onSelect={(inspectorTab) => layoutStore.setState({ inspectorTab })}
        tabs={[
          { id: 'setup', label: 'Setup' },
          { id: 'values', label: 'In and out' },
          { id: 'attempts', label: 'Attempts' },
          { id: 'definition', label: 'Definition' },
        ]}
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
