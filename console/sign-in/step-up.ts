// A call that needs a fresh second factor waits here until the dialog (shell/StepUpDialog.tsx) has proved it.
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let running: Promise<boolean> | undefined;

/** Whether the operator proved a second factor now. Calls that ask at the same time share one dialog. */
export function proveStepUp(): Promise<boolean> {
  if (!asker) return Promise.resolve(false);
  running ??= asker().finally(() => {
    running = undefined;
  });
  return running;
}

/** Returns a function that takes the dialog away again. */
export function answerStepUpWith(given: Asker): () => void {
  asker = given;
  return () => {
    if (asker === given) asker = undefined;
  };
}
