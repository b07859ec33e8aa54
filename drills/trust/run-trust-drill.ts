// npm run drills -- trust: runs the models of who may act for a player and for a payment with thousands of random
// histories.
import { runSteps } from '../run-steps.ts';
import { runTests } from '../run-tests.ts';

await runSteps(async (step) => {
  await step("the stranger and the game reach nothing of the player's in any history", () =>
    runTests('server/trust-model.test.ts'),
  );
  await step('no payment is lost to what a developer signs in any history', () =>
    runTests('server/features/orders/accounts-model.test.ts'),
  );
});
