/** Where the focus is and what is going on. */
export interface CommandContext {
  readonly focus: 'canvas' | 'turns' | 'text' | 'elsewhere';
  readonly readOnly: boolean;
  readonly connecting: boolean;
  /** A run is shown, at whatever position. */
  readonly runShown: boolean;
  /** What is drawn stands in that run, or in one that is not drawn: a machine that was opened through what runs it. */
  readonly stands: boolean;
  readonly runActive: boolean;
  readonly runStopped: boolean;
  readonly approval: boolean;
  /** A plan is edited by itself, before it runs: there is no run to steer, and no workspace to hand on (D9). */
  readonly alone: boolean;
}
