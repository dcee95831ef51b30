import { type ComponentType, createElement, useState } from 'react';
import { lazyWithRetry } from './lazy-with-retry.js';
import {
  type CheckboxProps,
  NativeCheckbox,
  NativePassword,
  NativeProgress,
  NativeRadio,
  NativeSkeleton,
  NativeSwitch,
  NativeTag,
  NativeTextArea,
  NativeTextInput,
  type PasswordProps,
  type ProgressProps,
  type RadioProps,
  type SkeletonProps,
  type TagProps,
  type TextAreaProps,
  type TextInputProps,
} from './native-controls.js';

type Prime = typeof import('./prime.js');

const fetchPrime = () => import('./prime.js');
let prime: Prime | null = null;

/** Overlays wait for the code of PrimeReact: nothing of them is visible before something is opened. */
export const PrimeDialog = lazyWithRetry(async () => (await fetchPrime()).PrimeDialog);
export const PrimeMenu = lazyWithRetry(async () => (await fetchPrime()).PrimeMenu);

/** Fetches the code of PrimeReact, so that overlays open at once and the controls of the next screen come from it. */
export const loadPrime = async (): Promise<void> => {
  prime ??= await fetchPrime();
  await Promise.all([PrimeDialog.load(), PrimeMenu.load()]);
};

/**
 * A control of PrimeReact if its code is there when the control mounts, else the browser's own element (ADR 0025). A first screen shows its
 * inputs without waiting, and no input is exchanged while someone types into it.
 */
const primeOr = <Props extends object>(
  choose: (code: Prime) => ComponentType<Props>,
  Native: ComponentType<Props>,
): ComponentType<Props> =>
  function Control(props) {
    const [Chosen] = useState(() => (prime ? choose(prime) : Native));
    return createElement(Chosen, props);
  };

export const TextInput = primeOr<TextInputProps>((code) => code.PrimeTextInput, NativeTextInput);
export const TextArea = primeOr<TextAreaProps>((code) => code.PrimeTextArea, NativeTextArea);
export const PasswordInput = primeOr<PasswordProps>((code) => code.PrimePassword, NativePassword);
export const Checkbox = primeOr<CheckboxProps>((code) => code.PrimeCheckbox, NativeCheckbox);
export const Radio = primeOr<RadioProps>((code) => code.PrimeRadio, NativeRadio);
export const SwitchInput = primeOr<CheckboxProps>((code) => code.PrimeSwitch, NativeSwitch);
export const ProgressBar = primeOr<ProgressProps>((code) => code.PrimeProgressBar, NativeProgress);
export const SkeletonShape = primeOr<SkeletonProps>((code) => code.PrimeSkeleton, NativeSkeleton);
export const Tag = primeOr<TagProps>((code) => code.PrimeTag, NativeTag);
