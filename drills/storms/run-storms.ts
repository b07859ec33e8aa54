// npm run drills -- storms: repeats many times what npm test does a few times: kills during writes, stops, malformed
// requests, and orders whose payment events arrive duplicated and shuffled.
import { runSteps } from '../run-steps.ts';
import { runTests } from '../run-tests.ts';

await runSteps(async (step) => {
  await step(
    'every acknowledged write and analytics event is there after twenty kills of the server and twenty of its PostgreSQL',
    () => runTests('server/faults.isolated.test.ts'),
  );
  await step('a server stops as it is told, once, twice and at once', () =>
    runTests('server/stopping.isolated.test.ts'),
  );
  await step('ten thousand malformed requests are refused, and leave nothing behind', () =>
    runTests('server/malformed.isolated.test.ts'),
  );
  await step('a thousand orders are a thousand deliveries', () =>
    runTests('server/features/orders/payment-events/apply-payment-event.test.ts'),
  );
  await step('two hundred random merges lose nothing, and undone they leave everything as it was', () =>
    runTests('server/features/merging/merge-and-undo.test.ts'),
  );
  await step('ten thousand files are a game', () => runTests('server/features/publishing/add-game.test.ts'));
  await step('a platform that is made by the guide sells', () => runTests('platforms/guide.test.ts'));
});
