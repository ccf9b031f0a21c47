import { ArrowLeft, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { GraphPreview } from '#canvas';
import { arrange } from '#layout';
import { PLANNER_FLAVOURS, read, type Workspace } from '#plan';
import { graphOf } from '#projection';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { SearchInput, Select } from '../parts/Input';
import { setOut } from '../state/address';
import { type DialogProps, openDialog } from '../state/dialogs';
import { sayThrown } from '../state/sayTrouble';
import { Markdown } from '../ui/Markdown';
import styles from './HelpDialog.module.css';
import {
  flavourPage,
  HELP_PAGES,
  HELP_SECTIONS,
  type HelpPage,
  openExample,
  PATTERN_GROUPS,
  PATTERN_PAGES,
  type Pattern,
  pageAbove,
  patternPage,
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

/** The 43 patterns, and which construct gives each (L5); each leads to its page. */
export function PatternTable({ onShow }: { readonly onShow: (page: string) => void }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>The 43 workflow control-flow patterns</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Pattern</th>
          <th scope="col">Made by</th>
          <th scope="col">Here</th>
        </tr>
      </thead>
      {PATTERN_GROUPS.map(({ title, patterns }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={4} className={styles.group}>
              {title}
            </th>
          </tr>
          {patterns.map((pattern) => (
            <PatternRow key={pattern.number} pattern={pattern} onShow={onShow} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  readonly pattern: Pattern;
  readonly onShow: (page: string) => void;
}

function PatternRow({ pattern, onShow }: RowProps) {
  const { number, name, by, kind, differs } = pattern;
  return (
    <tr>
      <td className={styles.number}>{number}</td>
      <td>
        <button type="button" className={styles.name} onClick={() => onShow(patternPage(pattern))}>
          {name}
        </button>
      </td>
      <td>
        {by}
        {differs !== undefined && <span className={styles.differs}>{differs}</span>}
      </td>
      <td>
        <span className={styles.kind} data-kind={kind}>
          {kind}
        </span>
      </td>
    </tr>
  );
}

/** Each way of planning (P2), in one sentence; each leads to its page. */
export function PlannerList({ onShow }: { readonly onShow: (page: string) => void }) {
  const names = PLANNER_FLAVOURS.map(flavourPage);
  return (
    <ul className={styles.list} aria-label="Ways of planning">
      {HELP_PAGES.filter(({ name }) => names.includes(name)).map(({ name, title }) => (
        <li key={name}>
          <button type="button" className={styles.plannerListPage} onClick={() => onShow(name)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
