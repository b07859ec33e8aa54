import { createLogPanel, showServerLogInPanel } from './log-panel.browser.ts';

showServerLogInPanel(createLogPanel());
