import { useQuery } from '@tanstack/react-query';
import { Check, Copy, FileDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { write } from '#plan';
import { encodeLink, judgeLink } from '#share';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { Input } from '../parts/Input';
import { useDocument } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { filesLeftOut } from './filesLeftOut';
import { SecretGate } from './SecretGate';
import styles from './ShareDialog.module.css';
import { whoOpens } from './whoOpens';

/**
 * S1: the workspace in the fragment of a link, which no server ever gets.
 *
 * @param onFile leads to the files, where a link would be too long
 */
export function LinkTab({ onFile }: { readonly onFile: () => void }) {
  const workspace = useDocument((state) => state.workspace);
  const text = useMemo(() => write(workspace), [workspace]);
  const made = useQuery({
    queryKey: ['link', text],
    gcTime: 0,
    queryFn: async () => new URL(await encodeLink(text), `${location.origin}${location.pathname}`).href,
  });
  const link = made.data;
  const files = filesLeftOut(workspace);
  if (made.isError) {
    return <p role="alert">This browser could not pack the workspace into a link. Share the file instead.</p>;
  }
  if (link === undefined) return <p role="status">Making the link…</p>;
  const judged = judgeLink(link, text);
  return (
    <SecretGate text={text}>
      <p className={styles.muted}>
        The whole workspace is in the link itself, after the #. No server sees it; whoever opens it gets a
        copy of their own, and nothing runs before they trust it.
      </p>
      {judged?.severity !== 'error' && (
        <div className={styles.link}>
          <CopyField link={link} />
        </div>
      )}
      <p className={styles.facts}>
        {link.length.toLocaleString('en')} characters for a workspace of {text.length.toLocaleString('en')}.
        Runs and keys stay here.
      </p>
      {files.length > 0 && (
        <p className={styles.facts}>
          Left out of the link: {files.join(', ')}. Whoever opens it is asked for{' '}
          {files.length === 1 ? 'this file' : 'these files'} by name; “Workspace with files” under Export
          takes them along.
        </p>
      )}
      <p className={styles.facts}>{whoOpens(location)}</p>
      {judged !== null && (
        <>
          <ProblemList diagnostics={[judged]} />
          <Button variant="outline" icon={FileDown} onClick={onFile}>
            Share a file
          </Button>
        </>
      )}
    </SecretGate>
  );
}

function CopyField({ link }: { readonly link: string }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field label="Link">
        {(ids) => (
          <Input {...ids} ref={field} readOnly mono value={link} onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <Button
        variant="primary"
        icon={copied ? Check : Copy}
        onClick={async () => {
          // Where the clipboard is refused the link is selected, to be copied by hand.
          const done = await copyText(link);
          setCopied(done);
          if (!done) field.current?.select();
        }}
      >
        {copied ? 'Copied' : 'Copy link'}
      </Button>
    </>
  );
}
