import { ShieldCheck } from 'lucide-react';
import type { RunPolicy } from '#kernel';
import { wordsOfRunPolicy } from '#projection';
import { Button } from '../parts/Button';
import styles from './InboxPanel.module.css';
import { revokePolicy } from './runActions';
import { useCanSteer } from './runStore';

/** What a person has allowed for the run that is shown (K15), and how it is revoked. */
export function RunPolicies({ policies }: { readonly policies: readonly RunPolicy[] }) {
  const steer = useCanSteer();
  return (
    <section className={styles.policies} aria-label="Allowed for this run">
      <h3 className={styles.title}>Allowed for this run</h3>
      <ul>
        {policies.map((policy) => (
          <li key={policy.at} className={styles.policy}>
            <ShieldCheck aria-hidden />
            <span>{wordsOfRunPolicy(policy)}</span>
            <Button
              variant="outline"
              disabled={!steer}
              aria-label={`Revoke ${wordsOfRunPolicy(policy)}`}
              onClick={() => revokePolicy(policy.at)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
