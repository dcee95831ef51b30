import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { startI18n } from '../i18n/i18n.js';
import { Chip } from './chip.js';
import { PasswordField, TextAreaField, TextField } from './field.js';
import { Meter } from './meter.js';
import { Checkbox, loadPrime, Radio } from './prime-controls.js';
import { Skeleton } from './skeleton.js';
import { Switch } from './switch.js';

const ofPrime = (element: Element | null | undefined) => element?.closest('[data-pc-name]') ?? null;

const Form = () => {
  const [name, setName] = useState('');
  const [about, setAbout] = useState('');
  const [password, setPassword] = useState('');
  const [isPublic, setPublic] = useState(false);
  const [isRead, setRead] = useState(false);
  const [kind, setKind] = useState('one');
  return (
    <>
      <TextField label="Name" value={name} onChange={setName} errors={['taken']} />
      <TextAreaField label="About" value={about} onChange={setAbout} />
      <PasswordField label="Password" value={password} onChange={setPassword} name="password" />
      <Switch label="Public" hint="for everyone" checked={isPublic} onChange={setPublic} />
      <label>
        <Checkbox checked={isRead} onChange={setRead} />
        Read
      </label>
      {['one', 'two'].map((value) => (
        <label key={value}>
          <Radio name="kind" value={value} checked={kind === value} onChange={() => setKind(value)} />
          {value}
        </label>
      ))}
      <Meter label="Pages" value={0.256} ahead={0.5} />
      <Chip tone="ok">Ready</Chip>
      <Skeleton width="10rem" />
    </>
  );
};

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const isOn = (role: 'switch' | 'checkbox' | 'radio', name: string) =>
  screen.getByRole<HTMLInputElement>(role, { name }).checked;

const fillForm = () => {
  type('Name', 'Ali');
  type('About', 'two\nlines');
  type('Password', 'secret');
  const password = () => screen.getByLabelText<HTMLInputElement>('Password');
  expect([password().type, password().dir, password().name]).toEqual(['password', 'ltr', 'password']);
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect([password().type, password().value]).toEqual(['text', 'secret']);
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ali');
  expect(screen.getByLabelText<HTMLTextAreaElement>('About').value).toBe('two\nlines');
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  const fields = ['Name', 'About', 'Password'].map((label) => screen.getByLabelText(label).classList[0]);
  expect(fields).toEqual(['input', 'input', 'input']);

  expect(isOn('switch', 'Public')).toBe(false);
  fireEvent.click(screen.getByRole('switch', { name: 'Public' }));
  expect(isOn('switch', 'Public')).toBe(true);
  const hint = screen.getByRole('switch', { name: 'Public' }).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(hint)?.textContent).toBe('for everyone');

  fireEvent.click(screen.getByRole('checkbox', { name: 'Read' }));
  expect(isOn('checkbox', 'Read')).toBe(true);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  fireEvent.click(screen.getByRole('radio', { name: 'two' }));
  expect([isOn('radio', 'one'), isOn('radio', 'two')]).toEqual([false, true]);

  const bar = screen.getByRole('progressbar', { name: 'Pages' });
  expect(['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((name) => bar.getAttribute(name))).toEqual([
    '0',
    '26',
    '100',
  ]);
  expect(bar.querySelector<HTMLElement>('.meter__value')?.style.width).toBe('25.6%');
  expect(screen.getByText('Ready').closest('.chip')?.className).toBe('chip chip--ok');
  const skeleton = document.querySelector<HTMLElement>('.skeleton');
  expect([skeleton?.style.width, skeleton?.getAttribute('aria-hidden')]).toEqual(['10rem', 'true']);
};

const CONTROLS = ['Name', 'About', 'Password', 'Public', 'Read', 'two'];

describe('a control', () => {
  it('works without PrimeReact, and stays the same element when its code arrives', async () => {
    await startI18n('en');
    const { unmount } = render(<Form />);
    fillForm();
    const before = CONTROLS.map((label) => screen.getByLabelText(label));
    expect(before.map(ofPrime)).toEqual(CONTROLS.map(() => null));
    before[0]?.focus();
    await loadPrime();
    type('Name', 'Ali R');
    expect(CONTROLS.map((label) => screen.getByLabelText(label))).toEqual(before);
    expect(document.activeElement).toBe(before[0]);
    unmount();
  });

  it('comes from PrimeReact once its code is loaded, and works the same', async () => {
    const failed = jest.spyOn(console, 'error');
    await startI18n('en');
    await loadPrime();
    render(<Form />);
    fillForm();
    const parts = [...CONTROLS.map((label) => screen.getByLabelText(label)), screen.getByRole('progressbar')];
    parts.push(screen.getByText('Ready'), document.querySelector('.skeleton') as HTMLElement);
    expect(parts.filter((part) => ofPrime(part) === null)).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });
});
