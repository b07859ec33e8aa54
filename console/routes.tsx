// Every page of the console, one line each. A page is shown to operators who have its permission; those with `menu` are
// in the menu, in this order.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { ParseKeys } from 'i18next';
import type { Permission } from '#model/operator.ts';
import { isAllowed, type Operator } from './session.ts';
import type { IconName } from './ui/Icon.tsx';

export type MenuGroup = 'first' | 'players' | 'content' | 'community' | 'figures' | 'system';

export interface ConsolePage {
  readonly path: string;
  readonly permission: Permission | 'any';
  readonly title: ParseKeys;
  readonly screen: LazyExoticComponent<ComponentType>;
  readonly menu?: { readonly group: MenuGroup; readonly icon: IconName };
}

const page = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => ({ default: await load() }));

export const pages: readonly ConsolePage[] = [
  {
    path: '/operators',
    permission: 'operators.read',
    title: 'operators.title',
    screen: page(async () => (await import('./pages/operators/OperatorsPage.tsx')).OperatorsPage),
    menu: { group: 'system', icon: 'operators' },
  },
  {
    path: '/audit-log',
    permission: 'audit.read',
    title: 'auditLog.title',
    screen: page(async () => (await import('./pages/audit-log/AuditLogPage.tsx')).AuditLogPage),
    menu: { group: 'system', icon: 'audit' },
  },
  {
    path: '/account',
    permission: 'any',
    title: 'account.title',
    screen: page(async () => (await import('./pages/account/AccountPage.tsx')).AccountPage),
  },
];

export const listAllowedPages = (operator: Pick<Operator, 'Permissions'>): readonly ConsolePage[] =>
  pages.filter(({ permission }) => isAllowed(operator, permission));
