import type { NodeProps } from '@xyflow/react';
import { Component, type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useBox, useGraphNode } from '../state/canvasStore';

/** A card that, if it throws, takes neither the canvas nor the other cards with it. */
export function guarded(Card: ComponentType<NodeProps>): ComponentType<NodeProps> {
  return (props) => (
    <CardBoundary id={props.id}>
      <Card {...props} />
    </CardBoundary>
  );
}

interface Props {
  readonly id: string;
  readonly children: ReactNode;
}

class CardBoundary extends Component<Props, { readonly failed: boolean }> {
  override state: { readonly failed: boolean } = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <BrokenCard id={this.props.id} onChange={() => this.setState({ failed: false })} />;
  }
}

/** What stands in its place: it can still be chosen, moved and deleted, and is drawn anew when it changes. */
function BrokenCard({ id, onChange }: { readonly id: string; readonly onChange: () => void }) {
  const node = useGraphNode(id);
  const box = useBox(id);
  const broken = useRef(node);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (node !== broken.current) change.current();
  }, [node]);
  if (!node || !box) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SPEC U names the role.
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nodes are walked with the arrow keys.
      tabIndex={0}
      aria-label={`${node.title}, ${node.type}, cannot be drawn`}
      data-node-id={node.node.id}
      data-address={node.address}
      data-key={node.key}
      className="node card broken"
    >
      <span className="text">
        <span className="name">{node.title}</span>
        <span className="line">Cannot be drawn; open its setup to change it.</span>
      </span>
    </div>
  );
}
