import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { mintId } from '#base';
import { CONNECTION_KINDS } from '#models';
import type { Connection, ModelSpec, Workspace } from '#plan';
import { DEFAULT_SLOT } from '#storage';
import { itemPath } from '../design/itemPath';
import { FieldMark } from '../forms/FieldAt';
import { Button } from '../parts/Button';
import { useDocument, useSession } from '../state/session';
import { useVault } from '../state/useConnections';
import { ModelCard } from './ModelCard';
import { FIRST_KIND, FIRST_SERVER } from './offeredServers';
import styles from './SettingsDialog.module.css';
import { SlotPick } from './SlotPick';

/** The models of the open workspace, each with the address and the key that this browser joins to it (T2, A4). */
export function ModelsTab() {
  const { id, editor, storage } = useSession();
  const models = useDocument(({ workspace }) => workspace.models);
  const connections = useDocument(({ workspace }) => workspace.connections);
  const [opened, setOpened] = useState<string | null>(null);
  const add = () => {
    const { model, connection } = freshModel(editor.workspace, storage.vault.filled(id));
    editor.edit(
      {
        edit: 'batch',
        label: 'Add model',
        edits: [
          { edit: 'put-item', list: 'connections', item: connection },
          { edit: 'put-item', list: 'models', item: model },
        ],
      },
      { label: 'Add model' },
    );
    setOpened(model.id);
  };
  return (
    <>
      <p className={styles.muted}>
        A workspace made in this browser uses your default model, set under Connections, unless it has models
        of its own. {CONNECTION_KINDS.map(({ about }) => `${about}.`).join(' ')} Its key goes to its one
        origin only; it is never shared or exported.
      </p>
      {models.length === 0 && <DefaultPick />}
      <div className={styles.cards}>
        {models.map((model, index) => (
          <FieldMark key={model.id} at={`${itemPath(id)}/models/${index}`}>
            <ModelCard
              model={model}
              connection={connections.find(({ id }) => id === model.connection) ?? null}
              isNew={model.id === opened}
            />
          </FieldMark>
        ))}
      </div>
      <div className={styles.actions}>
        <Button variant="outline" icon={Plus} onClick={add}>
          Add a model
        </Button>
      </div>
    </>
  );
}

/** W7, case A2: what came from outside and names no model asks one only where the person has picked it. */
function DefaultPick() {
  const session = useSession();
  const { vault } = session.storage;
  const madeHere = useStore(session.state, (state) => state.madeHere);
  const entries = useVault(vault, () => vault.list);
  const picked = useVault(vault, () => vault.picked(session.id, DEFAULT_SLOT));
  if (madeHere || entries.length === 0) return null;
  return (
    <SlotPick
      label="Model for its planners"
      hint="It came from outside and names no model. Planners without one use what you pick here."
      picked={picked?.id ?? ''}
      entries={entries}
      onPick={(id) => vault.pick(session.id, DEFAULT_SLOT, id || null)}
    />
  );
}

/** @param filled slots that the person has filled: one that undo took away is not given to another model */
function freshModel(
  { models, connections }: Workspace,
  filled: readonly string[],
): { model: ModelSpec; connection: Connection } {
  const connection = mintId('connection', new Set([...connections.map(({ id }) => id), ...filled]));
  const model = mintId('model', new Set(models.map(({ id }) => id)));
  return {
    connection: { id: connection, kind: FIRST_KIND.id },
    model: { id: model, connection, model: FIRST_SERVER.model },
  };
}
