import { type RefObject, useEffect, useRef } from 'react';

/** For a form: whenever it is refused for something new (`errors` is another), the focus moves to the first field that is wrong. */
export const useFocusWrong = (errors: unknown): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);
  return form;
};
