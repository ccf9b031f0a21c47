import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import { write } from '#plan';
import { encodeLink, judgeLink } from '#share';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Input } from '../parts/Input';
import { ProblemList } from '../parts/ProblemList';
import { useDocument } from '../state/session';
import { SecretGate } from './SecretGate';
import styles from './ShareDialog.module.css';

/** S1: the workspace in the fragment of a link, which no server ever gets. */
export function LinkTab() {
  const workspace = useDocument((state) => state.workspace);
  const text = useMemo(() => write(workspace), [workspace]);
  const made = useQuery({
    queryKey: ['link', text],
    gcTime: 0,
    queryFn: async () => new URL(await encodeLink(text), `${location.origin}${location.pathname}`).href,
  });
  const link = made.data;
  if (link === undefined) return null;
  const judged = judgeLink(link, text);
  return (
    <SecretGate text={text}>
      <p className={styles.muted}>
        The whole workspace is in the link itself, after the #. No server sees it; whoever opens it gets a
        copy of their own, and nothing runs before they trust it.
      </p>
      <div className={styles.link}>
        <CopyField link={link} />
      </div>
      <p className={styles.facts}>{link.length.toLocaleString('en')} characters</p>
      {judged !== null && <ProblemList diagnostics={[judged]} />}
    </SecretGate>
  );
}

function CopyField({ link }: { readonly link: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <Field label="Link">
        {(ids) => <Input {...ids} readOnly mono value={link} onFocus={(event) => event.target.select()} />}
      </Field>
      <Button
        variant="primary"
        icon={copied ? Check : Copy}
        onClick={async () => {
          await navigator.clipboard.writeText(link);
          setCopied(true);
        }}
      >
        {copied ? 'Copied' : 'Copy link'}
      </Button>
    </>
  );
}
