// npm run drills -- trust: the model of who may speak for a player with thousands of random histories.
import { runSteps } from '../run-steps.ts';
import { runTests } from '../run-tests.ts';

await runSteps((step) =>
  step("the stranger and the game reach nothing of the player's in any history", () =>
    runTests('server/trust-model.test.ts'),
  ),
);
