/** Where the focus is and what is going on. */
export interface CommandContext {
  readonly focus: 'canvas' | 'text' | 'elsewhere';
  readonly readOnly: boolean;
  readonly connecting: boolean;
  /** A run is shown, at whatever position. */
  readonly runShown: boolean;
  readonly runActive: boolean;
  readonly runStopped: boolean;
  readonly approval: boolean;
}
