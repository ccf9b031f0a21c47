import { ListChecks } from 'lucide-react';
import { type Effect, mayChange, type Plan } from '#plan';
import { counted } from '../parts/counted';
import { Pill } from '../parts/Pill';
import { useCatalogue } from '../state/session';
import { EFFECT_WORDS } from '../ui/effectWords';
import styles from './ProposalFacts.module.css';
import { toolsOfPlan } from './toolsOfPlan';

/** What a proposed plan may call, the riskiest first, while none of its steps is selected (D9). */
export function ProposalFacts({ plan }: { readonly plan: Plan }) {
  const catalogue = useCatalogue();
  const counts = new Map<string, number>();
  for (const id of toolsOfPlan(plan)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const tools = [...counts]
    .map(([id, count]) => ({ id, count, effect: catalogue.get(id)?.effect ?? 'unknown' }))
    .toSorted((one, other) => RISKS.indexOf(one.effect) - RISKS.indexOf(other.effect));
  return (
    <section className={styles.facts}>
      <h2>
        <ListChecks aria-hidden />
        What it may call
      </h2>
      {tools.length === 0 && <p>This plan calls nothing.</p>}
      <ul>
        {tools.map(({ id, count, effect }) => (
          <li key={id}>
            <span className={styles.tool}>
              <code>{id}</code>
              <Pill tone={mayChange(effect) ? 'wait' : 'skip'}>{effect}</Pill>
            </span>
            <span className={styles.words}>
              {counted(count, 'step')} {count === 1 ? 'calls' : 'call'} it; it {EFFECT_WORDS[effect]}.
            </span>
          </li>
        ))}
      </ul>
      <p>Choose a step to see and change what it is given. Only tools that it may use can be added.</p>
    </section>
  );
}

const RISKS: readonly Effect[] = ['unknown', 'write', 'read', 'pure'];
