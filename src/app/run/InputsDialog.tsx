import { type FormEvent, useMemo, useState } from 'react';
import type { Diagnostic, JsonObject } from '#base';
import { formProblems } from '../forms/formProblems';
import { SchemaForm } from '../forms/SchemaForm';
import { setAt } from '../forms/setAt';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useScene } from '../state/session';
import { inputDefaults, inputSchema } from './inputSchema';

/** Asks for the inputs of a run (V1): only when one has no default. */
export default function InputsDialog({ dialog, onClose }: DialogProps<'inputs'>) {
  const plan = useScene((scene) => scene.plan ?? scene.machine);
  const { variables } = plan ?? {};
  const name = plan?.name ?? plan?.id ?? '';
  const schema = useMemo(() => inputSchema(variables), [variables]);
  const [input, setInput] = useState<JsonObject>(() => ({
    ...startValues(schema),
    ...inputDefaults(variables),
  }));
  // Told until the next try: what goes away while a button is pressed would pull the button from under the pointer.
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = formProblems(schema, input, NEEDED);
    setProblems(found);
    if (found.length > 0) return;
    onClose();
    dialog.next(input);
  };
  return (
    <Dialog
      title={`Run “${name}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" type="submit" form="run-inputs">
            Run
          </Button>
        </>
      }
    >
      <form id="run-inputs" onSubmit={submit}>
        <SchemaForm
          schema={schema}
          value={input}
          mode="literal"
          problems={problems}
          onChange={(path, value) => {
            setInput((old) => setAt(old, path, value));
            return null;
          }}
        />
      </form>
    </Dialog>
  );
}

const NEEDED = { message: 'The run needs this.', help: 'Fill it in, or give it a default.' };
