import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initCaptcha, validateCaptcha } from '../api/captcha.js';

/** The current captcha picture and the characters typed for it. */
export const useCaptcha = () => {
  const { t } = useTranslation('auth');
  const [image, setImage] = useState<string | null>(null);
  const [typed, setTyped] = useState('');

  /** Fetches a new picture; true if this client has already solved a captcha and needs none (ACC-FORGOT-09). Throws ApiError. */
  const renew = async (): Promise<boolean> => {
    setImage(null);
    setTyped('');
    const { verfied, image: next } = await initCaptcha();
    if (!verfied) setImage(next);
    return verfied;
  };

  /** Submits the typed characters. A wrong answer returns its error text and fetches a new picture. Throws ApiError. */
  const submit = async (): Promise<string | null> => {
    if (await validateCaptcha(typed.trim())) return null;
    await renew();
    return t('captcha.wrong');
  };

  return { image, typed, setTyped, isEmpty: typed.trim() === '', renew, submit };
};
