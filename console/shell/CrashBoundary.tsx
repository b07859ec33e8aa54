// Shown instead of what crashed while rendering.
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#console/ui/EmptyState.tsx';

interface CrashBoundaryProps {
  readonly children: ReactNode;
  /** Another value tries again. */
  readonly place?: string;
}

interface CrashState {
  readonly error?: unknown;
  readonly place?: string | undefined;
}

export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = {};

  static getDerivedStateFromError(error: unknown): CrashState {
    return { error };
  }

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: CrashState): CrashState | null {
    return place === state.place ? null : { place, error: undefined };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <Crashed error={this.state.error} />;
  }
}

function Crashed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // After an update of the server the files of this page may be gone.
  const isOld = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t(isOld ? 'shell.newVersion' : 'shell.crashed')}
        text={t(isOld ? 'shell.newVersionText' : 'shell.crashedText')}
      >
        <Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>
      </EmptyState>
    </div>
  );
}
