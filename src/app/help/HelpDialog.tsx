import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { SearchInput, Select } from '../parts/Input';
import { type DialogProps, openDialog } from '../state/dialogs';
import styles from './HelpDialog.module.css';
import { HelpText } from './HelpText';
import { HELP_PAGES } from './pages';
import { searchPages } from './readPage';
import { HELP_SECTIONS } from './sections';

/** The help pages: found by words, one shown. */
export default function HelpDialog({ dialog, onClose }: DialogProps<'help'>) {
  const [typed, setTyped] = useState('');
  const [name, setName] = useState(dialog.page);
  const found = new Set(searchPages(HELP_PAGES, typed).map((page) => page.name));
  const sections = HELP_SECTIONS.map(({ title, pages }) => ({
    title,
    pages: HELP_PAGES.filter((page) => pages.includes(page.name) && found.has(page.name)),
  })).filter(({ pages }) => pages.length > 0);
  const shown = HELP_PAGES.find((page) => page.name === name) ?? HELP_PAGES[0];
  return (
    <Dialog
      title="Help"
      width="wide"
      onClose={onClose}
      footer={<Button onClick={() => openDialog({ kind: 'keys' })}>All keys</Button>}
    >
      <div className={styles.help}>
        <div className={styles.find}>
          <SearchInput label="Search help" value={typed} onChange={(event) => setTyped(event.target.value)} />
          <div className={styles.choice}>
            <Select aria-label="Page" value={name} onChange={(event) => setName(event.target.value)}>
              {sections.map((section) => (
                <optgroup key={section.title} label={section.title}>
                  {section.pages.map((page) => (
                    <option key={page.name} value={page.name}>
                      {page.title}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </div>
          <nav aria-label="Help pages" className={styles.pages}>
            {sections.map((section) => (
              <section key={section.title}>
                <h3>{section.title}</h3>
                {section.pages.map((page) => (
                  <button
                    key={page.name}
                    type="button"
                    aria-current={page === shown ? 'page' : undefined}
                    className={styles.page}
                    onClick={() => setName(page.name)}
                  >
                    {page.title}
                  </button>
                ))}
              </section>
            ))}
            {sections.length === 0 && <p className={styles.none}>No page has all of these words.</p>}
          </nav>
        </div>
        {shown && <HelpText key={shown.name} page={shown} onOpened={onClose} />}
      </div>
    </Dialog>
  );
}
