import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initCaptcha, validateCaptcha } from '../api/captcha.js';

/** A picture to read: the one that is shown, what was typed, and what became of it. */
export const useCaptcha = () => {
  const { t } = useTranslation('auth');
  const [image, setImage] = useState<string | null>(null);
  const [typed, setTyped] = useState('');

  /** Another picture, or true where the server says that one was read already (ACC-FORGOT-09). Throws ApiError. */
  const renew = async (): Promise<boolean> => {
    setImage(null);
    setTyped('');
    const { verfied, image: next } = await initCaptcha();
    if (!verfied) setImage(next);
    return verfied;
  };

  /** What is wrong with what was typed, in words; null where it was read right. A wrong answer brings another picture. Throws ApiError. */
  const answer = async (): Promise<string | null> => {
    if (await validateCaptcha(typed.trim())) return null;
    await renew();
    return t('captcha.wrong');
  };

  return { image, typed, setTyped, isEmpty: typed.trim() === '', renew, answer };
};
