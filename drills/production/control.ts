// The commands that the players' process may send to the portal's process over their IPC channel.
import type { ChildProcess } from 'node:child_process';
import type { StepResult } from './steps.ts';

export interface ProcessControl {
  stopNode(node: 0 | 1): Promise<void>;
  startNode(node: 0 | 1, clock?: string): Promise<void>;
}

type Question = { readonly id: number; readonly call: keyof ProcessControl; readonly args: readonly unknown[] };
type Answer = { readonly id: number; readonly fault?: string };
export type PlayersMessage = { readonly ended: StepResult } | { readonly over: true } | Question;

/** Runs in the players' process. */
export function controlByParent(): ProcessControl {
  const waiting = new Map<number, (answer: Answer) => void>();
  process.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  let last = 0;
  const ask = (call: keyof ProcessControl, ...args: unknown[]) =>
    new Promise<void>((resolve, reject) => {
      last += 1;
      const id = last;
      waiting.set(id, ({ fault }) => {
        waiting.delete(id);
        if (fault === undefined) resolve();
        else reject(new Error(fault));
      });
      process.send?.({ id, call, args } satisfies Question);
    });
  return {
    stopNode: (node) => ask('stopNode', node),
    startNode: (node, clock) => ask('startNode', node, ...(clock === undefined ? [] : [clock])),
  };
}

/** Runs in the portal's process. */
export async function runControlCommand(
  child: ChildProcess,
  { id, call, args }: Question,
  control: ProcessControl,
): Promise<void> {
  const [node, clock] = args as [0 | 1, string | undefined];
  const fault = await (call === 'stopNode' ? control.stopNode(node) : control.startNode(node, clock)).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  child.send({ id, ...(fault !== undefined && { fault }) } satisfies Answer);
}
