// Opens modals from any part of the portal. It imports no modal, so that a modal can open another one.
import { createContext, use, useEffect, type ComponentType } from 'react';

/** `modals/registry.ts` extends this, so that names and props are checked without importing it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging needs an interface
export interface ModalRegistry {}

type Modals = ModalRegistry extends { readonly modals: infer Table } ? Table : never;

export type ModalName = keyof Modals;

export type ModalParams<N extends ModalName> = {
  [Name in N]: Modals[Name] extends () => Promise<{ default: ComponentType<infer Props> }>
    ? Omit<Props, 'close'>
    : never;
}[N];

export interface OpenModal {
  <N extends ModalName>(name: N, params: ModalParams<N>): Promise<void>;
}

export const ModalContext = createContext<OpenModal | undefined>(undefined);
export const BackButtonContext = createContext<(isHeld: boolean) => void>(() => undefined);

export function useOpenModal(): OpenModal {
  const open = use(ModalContext);
  if (!open) throw new Error('useOpenModal is used outside ModalProvider.');
  return open;
}

export function useBlockedBackButton(isHeld: boolean): void {
  const hold = use(BackButtonContext);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
