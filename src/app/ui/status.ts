import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CirclePause,
  CircleX,
  Hourglass,
  Loader,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import type { NodeStatus, RunStatus } from '#projection';
import type { Tone } from '../parts/Pill';

/** How a status is told: a colour, a shape and a word, never a colour alone (D6). */
export interface StatusLook {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
  readonly turning?: boolean;
}

const LOOKS: Readonly<Record<NodeStatus | RunStatus, StatusLook>> = {
  pending: { tone: 'skip', icon: Circle, word: 'pending' },
  planned: { tone: 'plan', icon: CircleDashed, word: 'planned' },
  ready: { tone: 'run', icon: CircleDot, word: 'ready' },
  running: { tone: 'run', icon: Loader, word: 'running', turning: true },
  waiting: { tone: 'wait', icon: Hourglass, word: 'waiting' },
  paused: { tone: 'wait', icon: CirclePause, word: 'paused' },
  retrying: { tone: 'wait', icon: RotateCw, word: 'retrying' },
  succeeded: { tone: 'ok', icon: CircleCheck, word: 'succeeded' },
  completed: { tone: 'ok', icon: CircleCheck, word: 'completed' },
  failed: { tone: 'bad', icon: CircleX, word: 'failed' },
  skipped: { tone: 'skip', icon: CircleMinus, word: 'not needed' },
  cancelled: { tone: 'skip', icon: Ban, word: 'cancelled' },
  uncertain: { tone: 'wait', icon: CircleHelp, word: 'uncertain' },
};

export function lookOf(status: NodeStatus | RunStatus): StatusLook {
  return LOOKS[status];
}
