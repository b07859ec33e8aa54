// A node whose clock is wrong, alone behind the proxies: players sign in all the same, and no mail is lost.
import type { Control } from './control.ts';
import { signInByMail } from './player-journey.ts';
import type { Step } from './steps.ts';

const players = 3;

export async function checkClocks(step: Step, control: Control): Promise<void> {
  for (const clock of ['+20m', '-20m'])
    await step(`on a node whose clock is off by ${clock} players sign in, and no mail is lost`, async () => {
      await control.stopNode(0);
      await control.startNode(0, clock);
      await control.stopNode(1);
      for (let player = 0; player < players; player += 1) await signInByMail('nginx');
      await control.startNode(1);
    });
  await step('both nodes have the right time again', async () => {
    await control.stopNode(0);
    await control.startNode(0);
    await signInByMail('haproxy');
  });
}
