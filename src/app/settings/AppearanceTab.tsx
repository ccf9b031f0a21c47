import { useStore } from 'zustand';
import { chooseTheme, type ThemeChoice, themeStore } from '../theme/theme';
import styles from './SettingsDialog.module.css';

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
