/** Why no node of a run starts: what somebody did to the run, or what became of it. */
export type PauseReason = OutsideReason | 'step' | 'plan' | 'reached';

/** What the outside pauses a run for. */
export type OutsideReason = 'user' | 'interrupted' | 'storage' | 'budget' | 'offline';
