import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Caution.module.css';

/** What somebody should know before going on, in a form or a sheet. @param role `status` where it comes while they look */
export function Caution({ children, role }: { readonly children: ReactNode; readonly role?: 'status' }) {
  return (
    <div className={styles.caution} role={role}>
      <TriangleAlert aria-hidden />
      <div>{children}</div>
    </div>
  );
}
