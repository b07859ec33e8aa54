// npm run drills -- storms: repeats many times what npm test does a few times: kills during writes, stops, malformed
// requests, and orders whose payment events arrive duplicated and shuffled.
import { runSteps } from '../run-steps.ts';
import { runTests } from '../run-tests.ts';

await runSteps(async (step) => {
  await step(
    'every acknowledged write and analytics event is there after twenty kills of the server and twenty of its PostgreSQL',
    () => runTests('server/faults.isolated.test.ts'),
  );
  await step(
    'after twenty kills every change of an operator has its entry in the audit log, and every entry its change',
    () => runTests('server/features/audit-log/kills.isolated.test.ts'),
  );
  await step('a server stops on one signal, on two, and at once', () => runTests('server/stopping.isolated.test.ts'));
  await step('ten thousand malformed requests are rejected and change nothing', () =>
    runTests('server/malformed.isolated.test.ts'),
  );
  await step('a thousand orders lead to a thousand deliveries', () =>
    runTests('server/features/orders/payment-events/apply-payment-event.test.ts'),
  );
  await step('two hundred random merges lose nothing, and undoing them restores everything', () =>
    runTests('server/features/merging/merge-and-undo.test.ts'),
  );
  await step('a game of ten thousand files is published', () =>
    runTests('server/features/publishing/add-game.test.ts'),
  );
  await step('a platform written by the guide sells a product', () => runTests('platforms/guide.test.ts'));
});
