import type { UiLanguage } from '@hamkhan/contracts/languages';
import { useEffect, useState } from 'react';
import { useSentCode } from '../../../shared/account/use-sent-code.js';
import { getLanguage } from '../../../shared/storage/settings.js';
import { requestRegistrationCode } from '../api/registration.js';
import { readDraft, removeDraft, saveDraft } from '../lib/registration-draft.js';

/** The fields of the registration form and the code that was sent; a draft of them survives a reload. */
export const useRegistrationFields = (givenMobile: string) => {
  const [draft] = useState(() => readDraft(givenMobile));
  const [mobile, setMobile] = useState(givenMobile || (draft?.mobile ?? ''));
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [firstName, setFirstName] = useState(draft?.firstName ?? '');
  const [lastName, setLastName] = useState(draft?.lastName ?? '');
  const [language, setLanguage] = useState<UiLanguage>(getLanguage);
  const sentCode = useSentCode(requestRegistrationCode, draft?.sent ?? null);
  const { sent } = sentCode;

  useEffect(() => {
    if (mobile + firstName + lastName === '') removeDraft();
    else saveDraft({ mobile, sent, firstName, lastName });
  }, [mobile, sent, firstName, lastName]);

  return {
    values: { mobile, code, password, firstName, lastName, language },
    ...{ setMobile, setCode, setPassword, setFirstName, setLastName, setLanguage },
    sentCode,
  };
};
