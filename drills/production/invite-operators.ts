// The first operators, invited on the machine: one for the console's journey through each proxy.
import assert from 'node:assert/strict';
import { operatorEmails } from './console-client.ts';
import type { PortalProgram } from './portal-program.ts';
import type { Step } from './steps.ts';

export async function inviteOperators(step: Step, portal: PortalProgram): Promise<void> {
  await step('the command invites the first operators by mail', async () => {
    for (const email of Object.values(operatorEmails)) {
      const printed = await portal.run('operators', ['add', email, '--role', 'owner', '--name', 'Olivia Owner']);
      assert.match(printed, /is on its way/);
      assert.doesNotMatch(printed, /#token=/, 'the link is only in the mail');
    }
    const listed = await portal.run('operators', ['list']);
    for (const email of Object.values(operatorEmails)) assert.ok(listed.includes(`${email}  owner`), listed);
  });
}
