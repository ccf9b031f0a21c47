import { FastForward } from 'lucide-react';
import type { AskedPlanner } from '#projection';
import { Button } from '../parts/Button';
import { useRulesInstead } from './useRulesInstead';

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
