import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { MachineState } from './machineGraph';

/** A state as React Flow holds it. */
export type StateNode = Node<
  {
    readonly state: MachineState;
    /** Whether states lie in it. */
    readonly open: boolean;
    /** Of a region of a parallel state: on which sides a dashed line parts it from the one before. */
    readonly parted: 'none' | 'left' | 'top' | 'both' | null;
  },
  'state'
>;

/** A state: its name and what it does; a box around its children; a mark where a region begins and ends. */
export const StateCard = memo(function StateCard({ data }: NodeProps<StateNode>) {
  const { state, open, parted } = data;
  if (state.kind === 'initial') return <span className="mark initial" title="Begins here" />;
  if (state.kind === 'final' && state.title === '') {
    const words = state.active ? 'The run has ended here' : 'Ends here';
    return <span className="mark end" data-active={state.active || undefined} title={words} />;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: like the nodes of a plan; a fieldset would be a form.
    <div
      role="group"
      aria-label={`${state.title}, ${state.kind}${state.active ? ', active' : ''}`}
      data-state-key={state.key}
      className={parted === null ? `state-card ${open ? 'open' : ''}` : 'region'}
      data-kind={state.kind}
      data-active={state.active || undefined}
      data-parted={parted ?? undefined}
    >
      <div className="state-title">
        <span className="name" title={state.title}>
          {state.title}
        </span>
        {open && <span className="fact">{state.line}</span>}
        {state.kind === 'final' && <span className="kind">final</span>}
      </div>
      {!open && state.line !== '' && (
        <span className="line" title={state.line}>
          {state.line}
        </span>
      )}
    </div>
  );
});
