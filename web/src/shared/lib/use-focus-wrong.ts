import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first invalid field whenever a form gets new `errors`. */
export const useFocusWrong = (errors: unknown): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);
  return form;
};
