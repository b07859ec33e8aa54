/** What has to be done at the end, the last first. */
export type Undo = (() => Promise<void>)[];

/** One step that fails must not keep the others from being undone: the last of them stops the database. */
export async function undoAll(undo: Undo): Promise<void> {
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
