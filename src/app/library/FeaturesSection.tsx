import { ShieldCheck } from 'lucide-react';
import { useStore } from 'zustand';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { useDocument } from '../state/session';
import { featureKind } from './features';
import { ItemsSection } from './ItemsSection';

/** The features of the workspace (L4): guards and observers that nodes name. */
export function FeaturesSection() {
  const features = useDocument(({ workspace }) => workspace.features);
  const open = useStore(layoutStore, (layout) => layout.featuresOpen);
  return (
    <ItemsSection
      title="Features"
      icon={ShieldCheck}
      items={features.map((one) => ({ id: one.id, name: one.name ?? one.id, kind: featureKind(one) }))}
      open={open}
      none="Guards that may refuse a node, and observers that are told what it did."
      addLabel="Add a feature"
      onToggle={() => layoutStore.setState({ featuresOpen: !open })}
      onOpen={(id) => openDialog({ kind: 'feature', id })}
    />
  );
}
