// How any part of the portal opens a modal. `modals/modal-stack.tsx` shows it. This file imports no modal, so that a modal can
// open another one.
import { createContext, use, useEffect, type ComponentType } from 'react';

/** `modals/registry.ts` adds its table here, so that names and props are checked without importing it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging needs an interface
export interface ModalRegistry {}

type Modals = ModalRegistry extends { readonly modals: infer Table } ? Table : never;

export type ModalName = keyof Modals;

/** The parameters that the caller passes to a modal. */
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

/** Opens a modal and resolves when it has closed. */
export function useOpenModal(): OpenModal {
  const open = use(ModalContext);
  if (!open) throw new Error('useOpenModal is used outside ModalProvider.');
  return open;
}

/** For a modal that the back button must not close. */
export function useBlockedBackButton(isHeld: boolean): void {
  const hold = use(BackButtonContext);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
