/** Cleanup steps. They run in reverse order. */
export type CleanupSteps = (() => Promise<void>)[];

/** A failed step must not prevent the others: the last one stops the database. */
export async function runCleanup(undo: CleanupSteps): Promise<void> {
  const faults: unknown[] = [];
  for (let last = undo.pop(); last; last = undo.pop()) {
    try {
      await last();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `Stopping met faults: ${faults.map(String).join('; ')}`);
}
