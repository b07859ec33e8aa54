// One stack of modals for the whole portal. It lives in the history: opening one is a step forward, so the back button closes
// it, and Escape, the backdrop and the close button go the same way back. A modal can also be asked for by the address
// (`?modal=share`), so that it can be linked to.
//
// A modal opened by a call answers its caller when it closes, whichever way. After a reload nobody waits for an answer any
// more, and such a modal is not shown again.
import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { modals, type ModalName, type ModalProps } from './registry.ts';

export interface OpenModal {
  <N extends ModalName>(name: N, props: Omit<ModalProps<N>, 'close'>): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly name: ModalName;
  readonly props: object;
  readonly done: () => void;
}

const ModalContext = createContext<OpenModal | undefined>(undefined);

/** Opens a modal and resolves when it has closed. */
export function useOpenModal(): OpenModal {
  const open = use(ModalContext);
  if (!open) throw new Error('useOpenModal is used outside ModalProvider.');
  return open;
}

export function ModalProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [waiting] = useState(() => new Map<string, Waiting>());
  const openIds = idsIn(location.state).join(' ');

  // Whoever is no longer in the history has been closed.
  useEffect(() => {
    const ids = openIds.split(' ');
    for (const [id, { done }] of waiting) {
      if (ids.includes(id)) continue;
      waiting.delete(id);
      done();
    }
  }, [waiting, openIds]);

  const open = useCallback<OpenModal>(
    (name, props) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        waiting.set(id, { id, name, props, done: resolve });
        // The router keeps the state of an entry under this name.
        const { usr } = (window.history.state ?? {}) as { usr?: unknown };
        void navigate(
          { search: window.location.search },
          { state: { ...(usr as object), modals: [...idsIn(usr), id] } },
        );
      }),
    [navigate, waiting],
  );

  const asked = search.get('modal');
  const byAddress = asked !== null && asked in addressable ? (asked as keyof typeof addressable) : undefined;
  const closeAddressed = useCallback(() => {
    const rest = new URLSearchParams(window.location.search);
    rest.delete('modal');
    void navigate({ search: rest.toString() }, { replace: true });
  }, [navigate]);
  const goBack = useCallback(() => void navigate(-1), [navigate]);
  const shown = openIds.split(' ').flatMap((id) => waiting.get(id) ?? []);

  return (
    <ModalContext value={open}>
      {children}
      {byAddress && <Shown name={byAddress} props={addressable[byAddress]()} close={closeAddressed} />}
      {shown.map(({ id, name, props }) => (
        <Shown key={id} name={name} props={props} close={goBack} />
      ))}
    </ModalContext>
  );
}

/** The modals that an address may open, and what it opens them with. */
const addressable = {
  share: () => ({ link: window.location.origin + window.location.pathname }),
  signIn: () => ({ byAddress: true }),
} satisfies Partial<Record<ModalName, () => object>>;

// The registry's names, each with its component to be loaded; what a modal takes is checked where it is opened.
const components = Object.fromEntries(
  Object.entries(modals).map(([name, load]) => [name, lazy(load as () => Promise<{ default: ComponentType<object> }>)]),
) as unknown as Readonly<Record<ModalName, ComponentType<object>>>;

function Shown({ name, props, close }: { name: ModalName; props: object; close: () => void }) {
  const Modal = components[name];
  return (
    <Suspense>
      <Modal {...props} {...{ close }} />
    </Suspense>
  );
}

function idsIn(state: unknown): string[] {
  const { modals: ids } = (state ?? {}) as { modals?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
