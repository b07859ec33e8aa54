// npm run drills -- storms: what npm test does a few times, done often: kills under writes, malformed requests, orders under
// facts that arrive doubled and shuffled.
import { runSteps } from '../run-steps.ts';
import { runJourneys, runTests } from '../run-tests.ts';

await runSteps(async (step) => {
  await step('every acknowledged write is there after twenty kills of the server and twenty of its PostgreSQL', () =>
    runTests('server/faults.test.ts'),
  );
  await step('ten thousand malformed requests are refused, and leave nothing behind', () =>
    runTests('server/malformed.test.ts'),
  );
  await step('a thousand orders are a thousand deliveries', () =>
    runTests('server/features/orders/settle-fact.test.ts'),
  );
  await step('two hundred random merges lose nothing, and undone they leave everything as it was', () =>
    runTests('server/features/merging/merge-and-undo.test.ts'),
  );
  await step('none of hundreds of hostile addresses leads a browser away', () => runJourneys('e2e/redirects.spec.ts'));
  await step('every page and dialog is whole in every language, width and colour scheme', () =>
    runJourneys('e2e/languages.spec.ts', 'e2e/parts.spec.ts', 'e2e/sign-in-languages.spec.ts'),
  );
  await step('ten thousand files are a game', () => runTests('server/features/publishing/add-game.test.ts'));
});
