import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { MachineState } from './machineGraph';

/** A state as React Flow holds it. */
export type StateNode = Node<{ readonly state: MachineState; readonly open: boolean }, 'state'>;

/** A state: its name and what it does; a box around its children, a dot where a region begins. */
export const StateCard = memo(function StateCard({ data }: NodeProps<StateNode>) {
  const { state, open } = data;
  if (state.kind === 'initial') return <span className="initial" title="Begins here" />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: like the nodes of a plan; a fieldset would be a form.
    <div
      role="group"
      aria-label={`${state.title}, ${state.kind}${state.active ? ', active' : ''}`}
      data-state-key={state.key}
      className={`state-card ${open ? 'open' : ''}`}
      data-kind={state.kind}
      data-active={state.active || undefined}
    >
      <div className="state-title">
        <span className="name">{state.title}</span>
        {open && <span className="fact">{state.line}</span>}
        {state.kind === 'final' && <span className="kind">final</span>}
      </div>
      {!open && state.line !== '' && <span className="line">{state.line}</span>}
    </div>
  );
});
