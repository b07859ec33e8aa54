import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '#console/testing/render.tsx';
import { WebLink } from './WebLink.tsx';

it('leads to a web page, in a new tab', () => {
  render(<WebLink href="https://play.example/Games/gem-miner">{'Play'}</WebLink>);
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe('https://play.example/Games/gem-miner');
  expect(link.getAttribute('rel')).toBe('noreferrer');
});

it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a@evil.example/', undefined])(
  'is not there for %s',
  (address) => {
    render(<WebLink href={address}>{'Play'}</WebLink>);
    expect(screen.queryByText('Play')).toBeNull();
  },
);
