// npm run drills -- trust: the model of who may speak for a player with thousands of random histories, and every hostile address at every
// call that takes one.
import { runSteps } from '../run-steps.ts';
import { runTests } from '../run-tests.ts';

await runSteps(async (step) => {
  await step("the stranger and the game reach nothing of the player's in any history", () =>
    runTests('server/trust-model.test.ts'),
  );
  await step('no call keeps an address that leads away from the portal', () =>
    runTests('server/http/redirect-entries.test.ts'),
  );
});
