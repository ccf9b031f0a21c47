import { ArrowLeft, Play } from 'lucide-react';
import { useMemo } from 'react';
import { GraphPreview } from '#canvas';
import { arrange } from '#layout';
import { read, type Workspace } from '#plan';
import { graphOf } from '#projection';
import { Button } from '../parts/Button';
import { setOut } from '../state/address';
import { sayThrown } from '../state/sayTrouble';
import { Markdown } from '../ui/Markdown';
import styles from './HelpDialog.module.css';
import { openExample } from './openExample';
import { PatternTable } from './PatternTable';
import { PlannerList } from './PlannerList';
import type { HelpPage } from './readPage';
import { pageAbove } from './sections';

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
