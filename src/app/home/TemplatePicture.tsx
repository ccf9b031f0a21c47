import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { GraphPreview } from '#canvas';
import { arrange } from '#layout';
import type { Workspace } from '#plan';
import { graphOf } from '#projection';
import { loadTemplate } from './openTemplate';

/** A small live picture of a template's graph, drawn from the template itself. */
export function TemplatePicture({ id }: { readonly id: string }) {
  const template = useQuery({ queryKey: ['template', id], queryFn: () => loadTemplate(id) });
  const workspace = template.data?.ok ? template.data.value : null;
  return workspace && <Picture workspace={workspace} />;
}

function Picture({ workspace }: { readonly workspace: Workspace }) {
  const drawn = useMemo(() => {
    const plan = workspace.plans[0];
    if (plan === undefined) return null;
    const graph = graphOf(plan);
    return { graph, boxes: arrange(graph, workspace.layout[plan.id] ?? {}) };
  }, [workspace]);
  return drawn && <GraphPreview graph={drawn.graph} boxes={drawn.boxes} />;
}
