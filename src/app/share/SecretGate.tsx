import { type ReactNode, useMemo, useState } from 'react';
import { scanSecrets } from '#share';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useSession } from '../state/session';
import { Field } from '../ui/Field';
import styles from './ShareDialog.module.css';

/** What has to be typed to share although something looks like a secret (case A10). */
const OVERRIDE = 'share anyway';

/** S4: lets nothing out that holds a known secret, or looks as if it did, before it was looked at. */
export function SecretGate({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { storage } = useSession();
  const findings = useMemo(() => scanSecrets(text, storage.vault.secrets()), [text, storage]);
  const [typed, setTyped] = useState('');
  const [allowed, setAllowed] = useState(false);
  if (findings.length === 0 || allowed) return children;
  return (
    <Banner
      tone="bad"
      title={
        findings.length === 1 ? 'This looks like a secret' : `${findings.length} things look like secrets`
      }
    >
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li key={`${finding.path}${finding.what}`}>
            <code>{finding.path}</code> {finding.what}, <code>{finding.sample}</code>
          </li>
        ))}
      </ul>
      <p>Remove it from the workspace. Keys belong in Settings, from where they are never shared.</p>
      <div className={styles.override}>
        <Field label={`Or type “${OVERRIDE}”`}>
          {(ids) => <Input {...ids} value={typed} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
        <Button variant="danger" disabled={typed.trim() !== OVERRIDE} onClick={() => setAllowed(true)}>
          Go on
        </Button>
      </div>
    </Banner>
  );
}
