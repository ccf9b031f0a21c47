import { useQuery } from '@tanstack/react-query';
import { Cpu, Gauge, HardDrive, Keyboard, Play, Plug, ShieldCheck, SunMoon } from 'lucide-react';
import { type ComponentType, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Chord, COMMANDS, type Command, chordOf, conflictsOf, keyRefused, keysOf } from '#editor';
import type { Budget } from '#kernel';
import { BudgetFields } from '../forms/BudgetFields';
import { DialogFormContext, useDialogForm } from '../forms/useDraft';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Checkbox } from '../parts/Input';
import { type Tab, Tabs } from '../parts/Tabs';
import { keepAutoResume, readAutoResume } from '../run/runsOfPage';
import type { DialogProps } from '../state/dialogs';
import { bindKeys, Kbd, keyBindings, resetKeys } from '../state/keyBindings';
import { sayThrown } from '../state/sayTrouble';
import { storageOfPage, storedQuery } from '../state/services';
import { SessionContext, useSession, useSessionState } from '../state/session';
import { setBudget } from '../state/trust';
import { chooseTheme, type ThemeChoice, themeStore } from '../theme/theme';
import { ConnectionsTab } from './ConnectionsTab';
import keysTabStyles from './KeysTab.module.css';
import { ModelsTab } from './ModelsTab';
import { PoliciesTab } from './PoliciesTab';
import styles from './SettingsDialog.module.css';
import { StorageTab } from './StorageTab';

type Section = NonNullable<DialogProps<'settings'>['dialog']['section']>;

const PANELS: Readonly<Record<Section, ComponentType<{ readonly connection: string | null }>>> = {
  connections: ConnectionsTab,
  appearance: AppearanceTab,
  models: ModelsTab,
  policies: PoliciesTab,
  budget: BudgetTab,
  runs: RunsTab,
  keys: KeysTab,
  storage: StorageTab,
};

/** What is the person's, in every workspace. */
const YOURS: readonly Tab<Section>[] = [
  { id: 'connections', label: 'Connections', icon: Plug, heading: 'You' },
  { id: 'appearance', label: 'Appearance', icon: SunMoon },
  { id: 'keys', label: 'Keyboard', icon: Keyboard },
  { id: 'runs', label: 'Runs', icon: Play },
  { id: 'storage', label: 'Storage', icon: HardDrive },
];
const OF_WORKSPACE: readonly Tab<Section>[] = [
  { id: 'models', label: 'Models', icon: Cpu, heading: 'This workspace' },
  { id: 'policies', label: 'Policies', icon: ShieldCheck },
  { id: 'budget', label: 'Budget', icon: Gauge },
];

export default function SettingsDialog({ dialog, onClose }: DialogProps<'settings'>) {
  const isOpen = useContext(SessionContext) !== null;
  const tabs = isOpen ? [...YOURS, ...OF_WORKSPACE] : YOURS;
  const [chosen, setSection] = useState<Section>(dialog.section ?? 'models');
  const section = tabs.find(({ id }) => id === chosen)?.id ?? 'connections';
  const Panel = PANELS[section];
  return (
    <Dialog title="Settings" width="page" onClose={onClose}>
      <Tabs<Section> label="Settings" selected={section} onSelect={setSection} tabs={tabs} column>
        <div className={styles.body}>
          <Panel connection={dialog.connection ?? null} />
        </div>
      </Tabs>
    </Dialog>
  );
}

const CHOICES: readonly { readonly id: ThemeChoice; readonly label: string }[] = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

export function AppearanceTab() {
  const choice = useStore(themeStore, (state) => state.choice);
  return (
    <fieldset>
      <legend className="visually-hidden">Theme</legend>
      <div className={styles.choices}>
        {CHOICES.map(({ id, label }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name="theme" checked={choice === id} onChange={() => chooseTheme(id)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What each run of the open workspace may use (K10). */
export function BudgetTab() {
  const session = useSession();
  const kept = useSessionState((state) => state.budget);
  const [budget, setDraft] = useState<Budget>(() => kept ?? {});
  const [fields, isHeld] = useDialogForm();
  const isKept = JSON.stringify(budget) === JSON.stringify(kept ?? {});
  return (
    <>
      <p className={styles.muted}>
        What each run of this workspace may use, in this browser. A run that has used it up pauses, keeps
        everything, and goes on when you allow more. A limit is exceeded by one call at most.
      </p>
      <DialogFormContext value={fields}>
        <BudgetFields budget={budget} onChange={setDraft} />
      </DialogFormContext>
      <div className={styles.actions}>
        <Button variant="outline" disabled={isHeld || isKept} onClick={() => setBudget(session, budget)}>
          Keep the budget
        </Button>
        <p role="status" className={styles.muted}>
          {isKept && !isHeld ? 'These limits hold for the next run.' : ''}
        </p>
      </div>
    </>
  );
}

/** E3: every command with its keys, which a person may change; kept in this browser. */
export function KeysTab() {
  const bindings = useStore(keyBindings, (state) => state.bindings);
  const [asked, setAsked] = useState<Command['id'] | null>(null);
  const sections = [...new Set(COMMANDS.map(({ section }) => section))];
  return (
    <>
      <div className={keysTabStyles.head}>
        <p>Your keys stay in this browser and hold for all workspaces.</p>
        <Button
          size="small"
          variant="outline"
          disabled={Object.keys(bindings).length === 0}
          onClick={resetKeys}
        >
          Reset all keys
        </Button>
      </div>
      {sections.map((section) => (
        <section key={section} className={keysTabStyles.section} aria-label={section}>
          <h3>{section}</h3>
          <ul>
            {COMMANDS.filter((command) => command.section === section).map((command) => (
              <li key={command.id} className={keysTabStyles.row}>
                <span className={keysTabStyles.title}>{command.title}</span>
                {asked === command.id ? (
                  <Recorder command={command} onDone={() => setAsked(null)} />
                ) : (
                  <>
                    <span className={keysTabStyles.keys}>
                      {keysOf(command, bindings).map((keys) => (
                        <Kbd key={keys} keys={keys} />
                      ))}
                    </span>
                    <span className={keysTabStyles.actions}>
                      <Button
                        size="small"
                        aria-label={`Change keys of ${command.title}`}
                        onClick={() => setAsked(command.id)}
                      >
                        Change
                      </Button>
                      {bindings[command.id] !== undefined && (
                        <Button
                          size="small"
                          aria-label={`Reset keys of ${command.title}`}
                          onClick={() => bindKeys([[command.id, null]])}
                        >
                          Reset
                        </Button>
                      )}
                    </span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Waits for the next key, and asks before it takes one from another command. Escape leaves everything as it is. */
function Recorder({ command, onDone }: { readonly command: Command; readonly onDone: () => void }) {
  const [pressed, setPressed] = useState<Chord | null>(null);
  const bindings = useStore(keyBindings, (state) => state.bindings);
  const refused = pressed === null ? null : keyRefused(command, pressed);
  const others = pressed === null ? [] : conflictsOf(command, pressed, bindings);
  useEffect(() => {
    if (pressed !== null) return;
    // Heard before the dialog, which Escape would close, and before the keys of the workspace.
    const onKey = (event: KeyboardEvent): void => {
      const chord = chordOf(event);
      event.preventDefault();
      event.stopImmediatePropagation();
      if (chord === null) return;
      const { bindings: now } = keyBindings.getState();
      const isFree = keyRefused(command, chord) === null && conflictsOf(command, chord, now).length === 0;
      if (chord === 'Escape') onDone();
      else if (!isFree) setPressed(chord);
      else {
        bindKeys([[command.id, [chord]]]);
        onDone();
      }
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [command, onDone, pressed]);
  if (pressed === null) {
    return (
      <span role="status" className={keysTabStyles.ask}>
        Press the keys, or Escape
      </span>
    );
  }
  const take = (): void => {
    const without = others.map(
      (other) => [other.id, keysOf(other, bindings).filter((one) => one !== pressed)] as const,
    );
    bindKeys([...without, [command.id, [pressed]]]);
    onDone();
  };
  return (
    <span className={keysTabStyles.ask}>
      <Kbd keys={pressed} />
      <span role="alert">{refused ?? `Used by ${others.map(({ title }) => `“${title}”`).join(', ')}.`}</span>
      {refused === null && (
        <Button size="small" variant="outline" onClick={take}>
          Use it here
        </Button>
      )}
      <Button size="small" onClick={() => setPressed(null)}>
        Other keys
      </Button>
      <Button size="small" onClick={onDone}>
        Cancel
      </Button>
    </span>
  );
}

const autoResumeQuery = storedQuery('settings', ['auto-resume'], readAutoResume);

/** How runs behave in this browser. */
export function RunsTab() {
  const { data: on } = useQuery(autoResumeQuery);
  // It shows with the click, before it is stored; then what is stored counts, here or by another tab.
  const [chosen, setChosen] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored has changed.
  useEffect(() => setChosen(null), [on]);
  const choose = async (next: boolean) => {
    setChosen(next);
    try {
      await keepAutoResume(await storageOfPage(), next);
    } catch (thrown) {
      setChosen(null);
      sayThrown(thrown, 'The setting could not be kept.');
    }
  };
  return (
    <>
      <Checkbox
        label="Resume interrupted runs automatically"
        checked={chosen ?? on ?? false}
        disabled={on === undefined}
        onChange={({ target }) => void choose(target.checked)}
      />
      <p className={styles.muted}>
        A run whose page was closed or lost is paused, and everything up to there is kept. With this it goes
        on as soon as it is opened again. It still waits when a model has to be connected again, and for a
        step that may or may not have happened it always asks.
      </p>
    </>
  );
}
