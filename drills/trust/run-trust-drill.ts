// npm run drills -- trust: runs the models of who may act for a player and for a payment with thousands of random
// histories.
import { runSteps } from '../run-steps.ts';
import { runTests } from '../run-tests.ts';

await runSteps(async (step) => {
  await step("the stranger and the game reach nothing of the player's in any history", () =>
    runTests('server/trust-model.test.ts'),
  );
  await step('no history of signed developer messages loses a payment', () =>
    runTests('server/features/orders/accounts-model.test.ts'),
  );
});
