import { act } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LoadWhenNear } from './LoadWhenNear.tsx';

test('shows the placeholder until the viewport is near, then the content', () => {
  let report: (seen: { isIntersecting: boolean }[]) => void = () => undefined;
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(given: typeof report) {
        report = given;
      }
      observe = () => undefined;
      disconnect = disconnect;
    },
  );
  render(<LoadWhenNear placeholder={<p>{'Placeholder'}</p>}>{'Content'}</LoadWhenNear>);
  act(() => report([{ isIntersecting: false }]));
  screen.getByText('Placeholder');
  act(() => report([{ isIntersecting: true }]));
  screen.getByText('Content');
  expect(screen.queryByText('Placeholder')).toBeNull();
  expect(disconnect).toHaveBeenCalled();
});
