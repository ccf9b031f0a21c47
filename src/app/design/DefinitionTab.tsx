import type { GraphNode } from '#projection';
import { JsonView } from '../tables/JsonView';
import { asJson } from './asJson';
import styles from './Inspector.module.css';

/** The node as the document has it, and where it is. */
export function DefinitionTab({ node }: { readonly node: GraphNode }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>Id</dt>
        <dd>
          <code>{node.node.id}</code>
        </dd>
        <dt>Address</dt>
        <dd>
          <code>{node.address}</code>
        </dd>
        <dt>Ports</dt>
        <dd>{node.ports.join(', ') || 'none'}</dd>
      </dl>
      <JsonView value={asJson(node.node)} />
    </>
  );
}
