// Runs in the players' network: everything that the drill does from outside the portal. The drill starts it and
// connects the networks first.
import { checkClocks } from './clock.ts';
import { controlByParent, type PlayersMessage } from './control.ts';
import { runConsoleJourney } from './console-journey.ts';
import { checkDrain } from './drain.ts';
import { wirePlayers } from './networks.ts';
import { runPlatformJourneys } from './platform-journeys.ts';
import { runPlayerJourney } from './player-journey.ts';
import { checkProxy } from './proxy-checks.ts';
import { createSteps } from './steps.ts';

const [form] = process.argv.slice(2);
const tell = (told: PlayersMessage): void => void process.send?.(told);

process.send?.('here');
process.once('message', () => {
  wirePlayers();
  process.send?.('ready');
  process.once('message', () => {
    run().then(
      () => tell({ over: true }),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
});

async function run(): Promise<void> {
  const steps = createSteps((ended) => tell({ ended }));
  const control = controlByParent();
  if (form === 'filled') {
    const { runSearchJourney } = await import('./search-journey.ts');
    return steps.group((step) => runSearchJourney(step));
  }
  await steps.group((step) => runPlayerJourney(step, 'nginx'));
  await steps.group((step) => checkProxy(step, 'nginx'));
  await steps.group((step) => runConsoleJourney(step, 'nginx'));
  await steps.group((step) => runPlayerJourney(step, 'haproxy'));
  await steps.group((step) => checkProxy(step, 'haproxy'));
  await steps.group((step) => runConsoleJourney(step, 'haproxy'));
  await steps.group((step) => checkDrain(step, control, form === 'short' ? 100 : 20));
  if (form === 'short') return;
  await steps.group((step) => runPlatformJourneys(step, 'nginx'));
  const { runBrowserJourney } = await import('./browser-journey.ts');
  await steps.group((step) => runBrowserJourney(step));
  await steps.group((step) => checkClocks(step, control));
}
