import {
  AvatarParams,
  AvatarResponse,
  MAX_AVATAR_BYTES,
  ProfileRequest,
  ProfileResponse,
  ProfileUpdatedResponse,
} from '../http/auth.js';
import { AVATAR_UPLOADS } from '../rate-limits.js';
import { route } from './route.js';

export const profileRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/profile/',
  summary: 'Get the profile',
  audience: 'user',
  overSessionLimit: true,
  response: ProfileResponse,
});

export const updateProfileRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/profile/',
  summary: 'Change name and language',
  audience: 'user',
  overSessionLimit: true,
  form: ProfileRequest,
  response: ProfileUpdatedResponse,
});

export const uploadAvatarRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'POST',
  path: '/api/user/upload-avatar/',
  summary: 'Replace the profile picture',
  audience: 'user',
  overSessionLimit: true,
  upload: { file: 'avatar' },
  response: AvatarResponse,
  limits: [AVATAR_UPLOADS],
  timeoutMs: 120_000,
  maxBodyBytes: MAX_AVATAR_BYTES + 1024 * 1024,
});

/** Anyone who knows the random name may see the picture; a new picture gets a new name. */
export const avatarRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/api/user/avatar/:id/',
  summary: 'Get a profile picture',
  audience: 'guest',
  params: AvatarParams,
  response: { mediaTypes: ['image/webp'] },
  errors: ['COMMON.NOT_FOUND'],
});
