// Styles first: those of our components override Mantine's.
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './ui/fonts.css';
import './ui/console.css';
import { onlineManager } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createQueryClient } from './query-client.ts';
import { startLanguages } from './i18n/start-languages.ts';
import { installTrustedTypes, readStyleNonce } from './trusted-types.ts';

const place = document.querySelector('#console');
if (!place) throw new Error('The page has no element #console to render in.');

installTrustedTypes();
// Of the styles that dialogs add.
Object.assign(globalThis, { __webpack_nonce__: readStyleNonce() });
// The page may have started offline, which fires no event.
onlineManager.setOnline(navigator.onLine);

void startLanguages().then(() => createRoot(place).render(<App queries={createQueryClient()} />));
