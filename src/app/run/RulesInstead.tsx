import { FastForward } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AskedPlanner } from '#projection';
import { Button } from '../parts/Button';
import { useSession } from '../state/session';
import { planByRules } from './runActions';
import { useCanSteer } from './runStore';

/** Offered where the built-in rules have a plan for what the model is asked. */
export function RulesInstead({ asked }: { readonly asked: AskedPlanner }) {
  const plan = useRulesInstead(asked);
  if (plan === null) return null;
  return (
    <Button variant="outline" size="small" icon={FastForward} onClick={plan}>
      Use built-in rules instead
    </Button>
  );
}

/** P5: what has the built-in rules plan instead of the model that is at work; null where they have no plan, or another tab drives. */
function useRulesInstead(asked: AskedPlanner): (() => void) | null {
  const { command, call } = asked;
  const { shown } = useSession();
  const canSteer = useCanSteer();
  const [can, setCan] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is asked once, however often it is drawn.
  useEffect(() => {
    let isOver = false;
    const tell = (found: boolean) => !isOver && setCan(found);
    shown.facts
      .getState()
      .steered?.rulesCanPlan(command)
      .then(tell, () => tell(false));
    return () => {
      isOver = true;
    };
  }, [call, canSteer]);
  return can && canSteer ? () => planByRules(call) : null;
}
