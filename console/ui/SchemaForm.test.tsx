import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '#console/testing/render.tsx';
import { findFieldKind, nameInWords, type FormSchema, type JsonValue } from './form-schema.ts';
import { SchemaForm } from './SchemaForm.tsx';

const text = { type: 'string', maxLength: 50 } as const;
const localized: FormSchema = { type: 'object', patternProperties: { '^[a-z]{2}(-[a-z]{2})?$': text } };
const schema: FormSchema = {
  type: 'object',
  required: ['Name'],
  properties: {
    Name: { ...text, description: 'As players see it' },
    MaxPlayers: { type: 'integer', minimum: 1, maximum: 99 },
    IsOpen: { type: 'boolean' },
    Title: localized,
    Ads: { type: 'object', properties: { PauseMs: { type: 'integer' } } },
    Rooms: { type: 'array', items: { type: 'object', properties: { Code: text } } },
    Odd: { type: 'object' },
  },
};

const changed = vi.fn<(value: Record<string, JsonValue>) => void>();
const lastValue = () => changed.mock.lastCall?.[0];

function Form({ initial }: { initial: Record<string, JsonValue> }) {
  const [current, setCurrent] = useState(initial);
  return (
    <SchemaForm
      schema={schema}
      value={current}
      onChange={(next) => {
        changed(next);
        setCurrent(next);
      }}
      languages={['en', 'ru']}
    />
  );
}

const type = (label: string, next: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: next } });

describe('SchemaForm', () => {
  beforeEach(() => changed.mockReset());

  it('edits texts, numbers, switches, texts by language, and objects', () => {
    render(<Form initial={{ Name: 'Old' }} />);
    fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'New' } });
    type('Max players', '4');
    fireEvent.click(screen.getByRole('switch', { name: 'Is open' }));
    const title = within(screen.getByRole('group', { name: 'Title' }));
    fireEvent.change(title.getByLabelText('ru'), { target: { value: 'Игра' } });
    type('Pause ms', '250');
    expect(lastValue()).toEqual({
      Name: 'New',
      MaxPlayers: 4,
      IsOpen: true,
      Title: { ru: 'Игра' },
      Ads: { PauseMs: 250 },
    });
  });

  it('leaves out what was emptied', () => {
    render(<Form initial={{ Name: 'A', MaxPlayers: 3, Title: { en: 'T' } }} />);
    type('Max players', '');
    fireEvent.change(within(screen.getByRole('group', { name: 'Title' })).getByLabelText('en'), {
      target: { value: '' },
    });
    expect(lastValue()).toEqual({ Name: 'A' });
  });

  it('adds and removes items of a list', () => {
    render(<Form initial={{ Name: 'A' }} />);
    const rooms = within(screen.getByRole('group', { name: 'Rooms' }));
    fireEvent.click(rooms.getByRole('button', { name: 'Add' }));
    type('Code', 'x1');
    expect(lastValue()?.['Rooms']).toEqual([{ Code: 'x1' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove item 1' }));
    expect(lastValue()?.['Rooms']).toEqual([]);
  });

  it('shows labels and help texts in Russian, and in English what has no translation', async () => {
    const Key = { ...text, description: 'The token from BotFather', note: 'Задан', writeOnly: true };
    const Rooms = { type: 'array', items: { type: 'object', properties: { SecretKey: text } } };
    await act(() => i18next.changeLanguage('ru'));
    try {
      render(
        <SchemaForm
          schema={{ properties: { BotToken: Key, Prices: Rooms, Constructor: text, constructor: text } }}
          value={{ Prices: [{}] }}
          onChange={changed}
        />,
      );
      expect(await screen.findByLabelText('Токен бота')).toBeTruthy();
      expect(screen.getByText('Токен от BotFather. Задан')).toBeTruthy();
      expect(screen.getByRole('group', { name: 'Цены' })).toBeTruthy();
      expect(screen.getByRole('group', { name: 'Цены 1' })).toBeTruthy();
      expect(screen.getByLabelText('Секретный ключ')).toBeTruthy();
      expect(screen.getAllByLabelText('Constructor')).toHaveLength(2);
    } finally {
      await act(() => i18next.changeLanguage('en'));
    }
  });

  it('edits as JSON what it has no field for, and keeps the last valid value', () => {
    render(<Form initial={{ Name: 'A', Odd: { a: 1 } }} />);
    type('Odd', '{"a": 2');
    expect(changed).not.toHaveBeenCalled();
    expect(screen.getByText('This is not valid JSON.')).toBeTruthy();
    type('Odd', '{"a": 2}');
    expect(lastValue()?.['Odd']).toEqual({ a: 2 });
  });
});

describe('findFieldKind', () => {
  it.each<[FormSchema, string]>([
    [{ type: 'string', writeOnly: true }, 'secret'],
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ type: 'array', items: { enum: ['a'] } }, 'list of choices'],
    [{ type: 'array', items: { type: 'string' } }, 'list of texts'],
    [{ type: 'array', items: { type: 'number' } }, 'json'],
    [{ type: 'string', maxLength: 4000 }, 'long text'],
    [localized, 'localized text'],
    [{}, 'json'],
  ])('%j is a %s', (given, kind) => expect(findFieldKind(given)).toBe(kind));
});

it.each([
  ['MaxPlayers', 'Max players'],
  ['min_players', 'Min players'],
  ['webhookURL', 'Webhook URL'],
])('%s is shown as %s', (name, words) => expect(nameInWords(name)).toBe(words));
