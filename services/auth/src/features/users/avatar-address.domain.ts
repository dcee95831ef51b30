import { avatarRoute } from '@hamkhan/contracts/routes/profile';
import { pathOf } from '@hamkhan/contracts/routes/route';

const FOLDER = 'avatars/';

/** The object key of an avatar. */
export const avatarKeyOf = (id: string): string => `${FOLDER}${id}`;

/** The public path of an avatar. The random id makes it unguessable. */
export const avatarAddress = (key: string | null): string | null =>
  key === null ? null : pathOf(avatarRoute, { id: key.slice(FOLDER.length) });
