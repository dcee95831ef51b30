import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.js';
import { errorText } from '../i18n/error-text.js';

export type FormErrors<Field extends string> = {
  fields: Partial<Record<Field, readonly string[]>>;
  general: readonly string[];
};

/** Errors of a rejected form by field; those of no field are shown above the button. */
export const splitErrors = <Field extends string>(
  error: unknown,
  names: readonly Field[],
  asText: (error: unknown) => string,
): FormErrors<Field> => {
  if (!(error instanceof ApiError) || error.status === 0) return { fields: {}, general: [asText(error)] };
  const fields: Partial<Record<Field, readonly string[]>> = {};
  const general = [...error.general];
  for (const [name, texts] of Object.entries(error.fields)) {
    const field = names.find((one) => one === name);
    if (field) fields[field] = texts;
    else general.push(...texts);
  }
  if (general.length === 0 && Object.keys(fields).length === 0) general.push(asText(error));
  return { fields, general };
};

/** Runs the request of a form and keeps its errors. A second submit during the request is ignored. `explain` may replace the text of a failure. */
export const useFormErrors = <Field extends string>(
  names: readonly Field[],
  explain?: (error: unknown) => string | undefined,
) => {
  const { t } = useTranslation('errors');
  const [errors, setErrors] = useState<FormErrors<Field>>({ fields: {}, general: [] });
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const clear = () => setErrors({ fields: {}, general: [] });
  const refuse = (fields: FormErrors<Field>['fields']) => setErrors({ fields, general: [] });
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    clear();
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setErrors(splitErrors(error, names, (one) => explain?.(one) ?? errorText(one, t)));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { errors, busy, run, clear, refuse };
};
