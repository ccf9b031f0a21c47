import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import goalFieldStyles from './GoalField.module.css';

/** A person's own file is a beginning (E8): chosen with one click, or dropped anywhere on the page. */
export function YourFile() {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <p className={goalFieldStyles.asks}>
      <Button size="small" icon={Upload} onClick={() => chooser.current?.click()}>
        Ask about your file
      </Button>
      <span className={goalFieldStyles.hint}>or drop it here.</span>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="File to ask about"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) openDialog({ kind: 'import', files });
          target.value = '';
        }}
      />
    </p>
  );
}
