import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { durationText } from '#base';
import type { RunSummary, WorkspaceSummary } from '#storage';
import { lookOfRun } from '../run/lookOfRun';
import { allRuns } from '../run/runLists';
import { momentText } from '../run/time';
import { goTo } from '../state/address';
import { workspacesQuery } from '../state/services';
import { LookIcon } from '../ui/StatusIcon';
import styles from './Recent.module.css';

const SHOWN = 6;

/** What was worked on in this browser, the newest first: workspaces, and runs of all of them. */
export function Recent() {
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const { data: runs = [] } = useQuery(allRuns);
  if (workspaces.length === 0) return null;
  const names = new Map(workspaces.map(({ id, name }) => [id, name || id]));
  const known = runs.filter(({ workspace }) => names.has(workspace));
  return (
    <div className={styles.recent}>
      <Section id="recent-workspaces" title="Recent workspaces">
        {workspaces.slice(0, SHOWN).map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceRow workspace={workspace} />
          </li>
        ))}
      </Section>
      {known.length > 0 && (
        <Section id="recent-runs" title="Recent runs">
          {known.slice(0, SHOWN).map((run) => (
            <li key={run.runId}>
              <RunRow run={run} workspace={names.get(run.workspace) ?? run.workspace} />
            </li>
          ))}
        </Section>
      )}
    </div>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function WorkspaceRow({ workspace }: { readonly workspace: WorkspaceSummary }) {
  return (
    <button type="button" className={styles.row} onClick={() => goTo({ workspace: workspace.id })}>
      <FileText aria-hidden className={styles.sheet} />
      <span className={styles.name}>{workspace.name || workspace.id}</span>
      <span className={styles.when}>{momentText(workspace.updatedAt)}</span>
    </button>
  );
}

function RunRow({ run, workspace }: { readonly run: RunSummary; readonly workspace: string }) {
  const took = run.endedAt === null ? null : durationText(run.endedAt - run.startedAt);
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => goTo({ workspace: run.workspace, run: run.runId })}
    >
      <LookIcon look={lookOfRun(run)} />
      <span className={styles.name}>
        {run.planName} <span className={styles.of}>in {workspace}</span>
      </span>
      <span className={styles.when}>
        {[lookOfRun(run).word, took, momentText(run.startedAt)].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
}
