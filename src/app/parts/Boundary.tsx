import { Component, type ReactNode } from 'react';
import { type Kept, KeptContext } from './kept';
import { LoadFault } from './load';

/** What was thrown, and how to draw the same once more. */
export interface Fault {
  readonly thrown: unknown;
  readonly retry: () => void;
}

interface Props {
  readonly children: ReactNode;
  readonly fallback: (fault: Fault) => ReactNode;
  readonly onFault?: (thrown: unknown) => void;
}

/** Where a throw of what is drawn inside ends: the rest of the page goes on, and what was typed inside is kept. */
export class Boundary extends Component<Props, { readonly fault: Fault | null }> {
  static override contextType = KeptContext;
  declare context: Kept | null;
  private kept: Kept | null = null;
  override state: { readonly fault: Fault | null } = { fault: null };

  static getDerivedStateFromError(thrown: unknown): { readonly fault: Fault } {
    return { fault: { thrown, retry: () => {} } };
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFault?.(thrown);
  }

  private readonly retry = (): void => {
    const thrown = this.state.fault?.thrown;
    if (thrown instanceof LoadFault) thrown.forget();
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault !== null) return this.props.fallback({ ...fault, retry: this.retry });
    const around = this.context;
    this.kept ??= {
      values: around?.values ?? new Map<string, unknown>(),
      isHeld: () => this.state.fault !== null || around?.isHeld() === true,
    };
    return <KeptContext value={this.kept}>{this.props.children}</KeptContext>;
  }
}
