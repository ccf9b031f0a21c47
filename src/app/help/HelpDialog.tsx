import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { SearchInput, Select } from '../parts/Input';
import { type DialogProps, openDialog } from '../state/dialogs';
import styles from './HelpDialog.module.css';
import { HelpText } from './HelpText';
import { HELP_PAGES, PATTERN_PAGES } from './pages';
import { type HelpPage, searchPages } from './readPage';
import { HELP_SECTIONS } from './sections';

const ALL_PAGES: readonly HelpPage[] = [...HELP_PAGES, ...PATTERN_PAGES];

/** The pages that are found, in their sections. Of the patterns those that were searched for, and the one that is shown. */
function sectionsOf(typed: string, shown: string): readonly { title: string; pages: readonly HelpPage[] }[] {
  const found = new Set(searchPages(ALL_PAGES, typed));
  const searched = typed.trim() !== '';
  return HELP_SECTIONS.map(({ title, pages }) => {
    const listed = HELP_PAGES.filter((page) => pages.includes(page.name) && found.has(page));
    if (!pages.includes('patterns')) return { title, pages: listed };
    const patterns = PATTERN_PAGES.filter((page) => page.name === shown || (searched && found.has(page)));
    return { title, pages: [...listed, ...patterns] };
  }).filter(({ pages }) => pages.length > 0);
}

/** The help pages: found by words, one shown. */
export default function HelpDialog({ dialog, onClose }: DialogProps<'help'>) {
  const [typed, setTyped] = useState('');
  const [name, setName] = useState(dialog.page);
  const sections = sectionsOf(typed, name);
  const shown = ALL_PAGES.find((page) => page.name === name) ?? ALL_PAGES[0];
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
        {shown && <HelpText key={shown.name} page={shown} onOpened={onClose} onShow={setName} />}
      </div>
    </Dialog>
  );
}
