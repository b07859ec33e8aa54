// Two nodes with wrong clocks, one ahead and one behind. Players can sign in whichever node handles the request or
// sends the mail, and no mail is lost.
import type { ProcessControl } from './control.ts';
import { signInByMail } from './player-journey.ts';
import type { Step } from './steps.ts';

const players = 6;

export async function checkClocks(step: Step, control: ProcessControl): Promise<void> {
  await step('players sign in and all mail arrives with clocks 20 minutes fast and slow', async () => {
    await control.stopNode(0);
    await control.startNode(0, '+20m');
    await control.stopNode(1);
    await control.startNode(1, '-20m');
    for (let player = 0; player < players; player += 1) await signInByMail(player % 2 === 0 ? 'nginx' : 'haproxy');
  });
}
