const FOLDER = 'avatars/';

/** Where the picture of this random id lies. */
export const avatarKeyOf = (id: string): string => `${FOLDER}${id}`;

/** Where a browser finds the picture; the id in it is random, so that who knows the address was given it. */
export const avatarAddress = (key: string | null): string | null =>
  key === null ? null : `/api/user/avatar/${key.slice(FOLDER.length)}/`;
