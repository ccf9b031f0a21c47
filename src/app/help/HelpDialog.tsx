import { ArrowLeft, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { GraphPreview } from '#canvas';
import { arrange } from '#layout';
import { read, type Workspace } from '#plan';
import { graphOf } from '#projection';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { SearchInput, Select } from '../parts/Input';
import { setOut } from '../state/address';
import { type DialogProps, openDialog } from '../state/dialogs';
import { sayThrown } from '../state/sayTrouble';
import { Markdown } from '../ui/Markdown';
import styles from './HelpDialog.module.css';
import { PatternTable } from './PatternTable';
import { PlannerList } from './PlannerList';
import {
  HELP_PAGES,
  HELP_SECTIONS,
  type HelpPage,
  openExample,
  PATTERN_PAGES,
  pageAbove,
  searchPages,
} from './pages';

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

interface Props {
  readonly page: HelpPage;
  readonly onOpened: () => void;
  /** Another page is asked for. */
  readonly onShow: (page: string) => void;
}

/** A help page: its text, and its example as a picture that can be opened and run. */
export function HelpText({ page, onOpened, onShow }: Props) {
  const example = useMemo(() => exampleOf(page), [page]);
  const above = pageAbove(page.name);
  return (
    <article className={styles.text}>
      {above !== null && (
        <Button size="small" icon={ArrowLeft} className={styles.back} onClick={() => onShow(above)}>
          {ABOVE[above]}
        </Button>
      )}
      <h3>{page.title}</h3>
      <Markdown text={page.text} />
      {page.name === 'patterns' && <PatternTable onShow={onShow} />}
      {LISTS_PLANNERS.has(page.name) && <PlannerList onShow={onShow} />}
      {example !== null && <Example workspace={example} page={page.name} onOpened={onOpened} />}
    </article>
  );
}

const LISTS_PLANNERS: ReadonlySet<string> = new Set(['planning', 'PLANNER']);

const ABOVE = { patterns: 'All patterns', planning: 'How planners work' } as const;

interface ExampleProps {
  readonly workspace: Workspace;
  readonly page: string;
  readonly onOpened: () => void;
}

function Example({ workspace, page, onOpened }: ExampleProps) {
  const drawn = useMemo(() => {
    const [plan] = workspace.plans;
    if (plan === undefined) return null;
    const graph = graphOf(plan);
    return { graph, boxes: arrange(graph, {}) };
  }, [workspace]);
  const open = async () => {
    const go = setOut();
    try {
      go(await openExample(workspace, page));
      onOpened();
    } catch (thrown) {
      sayThrown(thrown, 'The example cannot be opened.');
    }
  };
  return (
    <figure className={styles.example}>
      <div className={styles.picture}>
        {drawn && (
          <GraphPreview graph={drawn.graph} boxes={drawn.boxes} label={`The plan of “${workspace.name}”`} />
        )}
      </div>
      <figcaption>
        <Button variant="outline" icon={Play} onClick={open}>
          Open this example
        </Button>
      </figcaption>
    </figure>
  );
}

function exampleOf({ example }: HelpPage): Workspace | null {
  if (example === null) return null;
  const outcome = read(example);
  return outcome.kind === 'document' ? outcome.workspace : null;
}
