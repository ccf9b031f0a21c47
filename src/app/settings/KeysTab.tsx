import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Chord, COMMANDS, type Command, chordOf, conflictsOf, keyRefused, keysOf } from '#editor';
import { Button } from '../parts/Button';
import { bindKeys, keyBindings, resetKeys } from '../state/keyBindings';
import { Kbd } from '../ui/Kbd';
import styles from './KeysTab.module.css';

/** E3: every command with its keys, which a person may change; kept in this browser. */
export function KeysTab() {
  const bindings = useStore(keyBindings, (state) => state.bindings);
  const [asked, setAsked] = useState<Command['id'] | null>(null);
  const sections = [...new Set(COMMANDS.map(({ section }) => section))];
  return (
    <>
      <div className={styles.head}>
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
        <section key={section} className={styles.section} aria-label={section}>
          <h3>{section}</h3>
          <ul>
            {COMMANDS.filter((command) => command.section === section).map((command) => (
              <li key={command.id} className={styles.row}>
                <span className={styles.title}>{command.title}</span>
                {asked === command.id ? (
                  <Recorder command={command} onDone={() => setAsked(null)} />
                ) : (
                  <>
                    <span className={styles.keys}>
                      {keysOf(command, bindings).map((keys) => (
                        <Kbd key={keys} keys={keys} />
                      ))}
                    </span>
                    <span className={styles.actions}>
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
      <span role="status" className={styles.ask}>
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
    <span className={styles.ask}>
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
