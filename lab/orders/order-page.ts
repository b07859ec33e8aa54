import { maskSecrets } from '#lab/log/mask-secrets.ts';
import type { LabPage } from '#lab/pages/send-lab-page.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { OrderHistory } from './read-order-history.ts';

export function renderOrderPage({ orderId, status, what, platform, attempts, ledger, events }: OrderHistory): LabPage {
  const rows = [
    ['Order', orderId],
    ['Status', status],
    ['Product', what],
    ['Platform', platform],
    ...attempts.map(({ provider, state, name }) => ['Attempt', `${provider}, ${state}, ${name ?? 'no id yet'}`]),
    ...ledger.map(({ kind, amount, transactionId }) => ['Money', `${kind} ${amount}, ${transactionId}`]),
  ];
  const facts = rows
    .map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');
  const steps = events.map(
    ({ at, kind, detail }) => `<li><time datetime="${at.toISOString()}">${at.toISOString().slice(11, 23)}</time>
<strong>${escapeHtml(kind)}</strong> <code>${escapeHtml(JSON.stringify(maskSecrets(detail)))}</code></li>`,
  );
  return {
    title: `Order ${orderId.slice(0, 8)}`,
    body: `<header class="bar"><h1><a class="mark" href="/lab">Lab</a> Order ${escapeHtml(orderId.slice(0, 8))}: ${escapeHtml(status)}</h1></header>
<main class="plain"><dl class="facts">${facts}</dl><h2>History</h2><ol class="story">${steps.join('')}</ol></main>`,
  };
}
