import { useQuery } from '@tanstack/react-query';
import { Check, Copy, Download, FileDown } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import type { Theme } from '#picture';
import { write } from '#plan';
import { encodeLink, judgeLink, scanSecrets } from '#share';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { copyText, saveFile } from '../parts/browser';
import { Dialog } from '../parts/Dialog';
import { Input, Select } from '../parts/Input';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useSession } from '../state/session';
import { themeStore } from '../theme/theme';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { type ExportChoice, exportChoices, filesLeftOut, type MadeFile, whoOpens } from './exportChoices';
import styles from './ShareDialog.module.css';

/** Hands out the workspace: as a link that no server sees, or as files (S1, S2). */
export default function ShareDialog({ dialog, onClose }: DialogProps<'share'>) {
  const [tab, setTab] = useState<'link' | 'export'>(dialog.tab);
  return (
    <Dialog title="Share" onClose={onClose}>
      <Tabs
        label="How to share"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'link', label: 'Link' },
          { id: 'export', label: 'Files' },
        ]}
      >
        <div className={styles.body}>
          {tab === 'link' ? <LinkTab onFile={() => setTab('export')} /> : <ExportTab />}
        </div>
      </Tabs>
    </Dialog>
  );
}

/** S2: what can be taken away as a file. Each is looked through for secrets before it leaves. */
export function ExportTab() {
  const session = useSession();
  const [held, setHeld] = useState<MadeFile | null>(null);
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [theme, setTheme] = useState<Theme>(() => themeStore.getState().shown);
  const [lossy, setLossy] = useState<MadeFile | null>(null);
  const take = async (choice: ExportChoice) => {
    const made = await choice.make(session);
    setProblems(made.ok ? [] : made.problem);
    setLossy(null);
    if (!made.ok) return;
    if ((made.value.leftOut ?? []).length > 0) setLossy(made.value);
    else leave(made.value);
  };
  const leave = (file: MadeFile) => {
    setLossy(null);
    if (scanSecrets(scannedOf(file), session.storage.vault.secrets()).length > 0) setHeld(file);
    else save(file);
  };
  if (held !== null) {
    return (
      <SecretGate text={scannedOf(held)}>
        <p>It is yours to share now.</p>
        <Button variant="primary" icon={Download} onClick={() => save(held)}>
          Download {held.name}
        </Button>
      </SecretGate>
    );
  }
  return (
    <>
      <Field label="Colours of pictures">
        {(ids) => (
          <Select
            {...ids}
            value={theme}
            onChange={(event) => setTheme(event.target.value === 'dark' ? 'dark' : 'light')}
          >
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </Select>
        )}
      </Field>
      <ul className={styles.files}>
        {exportChoices(session, theme).map((choice) => (
          <li key={choice.title} className={styles.file}>
            <div>
              <b>{choice.title}</b>
              <p className={styles.facts}>{choice.summary}</p>
            </div>
            <Button
              variant="outline"
              aria-label={`Download ${choice.title}`}
              icon={Download}
              onClick={() => void take(choice)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      {lossy !== null && (
        <section role="status" aria-label="Left out" ref={bringIntoView}>
          <p>“{lossy.name}” would not hold all of this plan. That format has no words for:</p>
          <ProblemList diagnostics={lossy.leftOut ?? []} />
          <div className={styles.link}>
            <Button variant="primary" icon={Download} onClick={() => leave(lossy)}>
              Download without these
            </Button>
            <Button variant="outline" onClick={() => setLossy(null)}>
              Cancel
            </Button>
          </div>
        </section>
      )}
      {problems.length > 0 && (
        <div role="alert">
          <p>This plan cannot be exported in this format:</p>
          <ProblemList diagnostics={problems} />
        </div>
      )}
    </>
  );
}

/** The list of formats is long: what is said below it would not be seen. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function scannedOf({ scanned, text }: MadeFile): string {
  return scanned ?? text;
}

function save({ name, content, text, type }: MadeFile): void {
  saveFile(name, content ?? text, type);
}

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
