// Simulates the launcher. The lab provides the chosen player's login code; a guest signs in on the page.
import { createSimulatedShellPage } from '../kit/simulator-shell.browser.ts';

export const page = createSimulatedShellPage({
  appearance: { title: 'FxId Launcher', bar: '#14171f', text: '#ffffff', page: '#1d2230' },
  createHandlers: (stage) => ({
    FxShellInit: () => ({ language: stage.scenario.language }),
    FxShellGetLoginCode: () => {
      const { player } = stage.scenario;
      return player === 'guest' ? {} : stage.fetch('/login-code', { player });
    },
  }),
});
