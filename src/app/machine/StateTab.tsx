import { EmptyNote } from '../parts/EmptyNote';
import { PinButtons } from '../pins/PinNote';
import { GoOnButtons } from '../run/GoOnButtons';
import { useScene, useSelection } from '../state/session';
import { StateSetup } from './StateSetup';
import { TransitionSetup } from './TransitionSetup';

/** The form of the state, or of the transition, that is chosen on the canvas. */
export function StateTab() {
  const focus = useSelection((selection) => selection.focus);
  const edge = useSelection(({ edges }) => (edges.size === 1 ? [...edges][0] : undefined));
  const state = useScene(({ graph }) => graph.nodes.find(({ key }) => key === focus));
  const line = useScene(({ graph }) => graph.edges.find(({ key }) => key === edge));
  if (state?.type === 'STATE')
    return (
      <>
        <GoOnButtons ofState>
          <PinButtons node={state} />
        </GoOnButtons>
        <StateSetup key={state.key} card={state} />
      </>
    );
  if (line?.transition !== undefined)
    return <TransitionSetup key={`${line.transition.state}${line.transition.path}`} edge={line} />;
  return <EmptyNote>Choose a state or a transition on the canvas.</EmptyNote>;
}
