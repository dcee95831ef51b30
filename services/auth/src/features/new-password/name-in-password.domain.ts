import { isMobile } from '../users/identifier.domain.js';

/** Shorter names are parts of many words. */
const MIN_NAME_LENGTH = 4;

/** Whether a password contains a name of its account: the mobile number with or without prefix, the username, the e-mail address. */
export function hasNameInside(password: string, identifiers: readonly string[]): boolean {
  const text = password.toLowerCase();
  return identifiers.some((identifier) => {
    const name = comparedPart(identifier);
    return name.length >= MIN_NAME_LENGTH && text.includes(name);
  });
}

function comparedPart(identifier: string): string {
  if (isMobile(identifier)) return identifier.slice(1);
  return identifier.split('@')[0]?.toLowerCase() ?? '';
}
