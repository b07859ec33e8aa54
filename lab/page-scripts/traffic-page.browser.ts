import { createLogPanel, followServer } from './log-panel.browser.ts';

followServer(createLogPanel());
