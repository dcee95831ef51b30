import { UserStatusResponse } from '@hamkhan/contracts/http/auth';

/** The response of `user/status/`; by default a user with one session. */
export const signedInUser = (part: Partial<UserStatusResponse> = {}): UserStatusResponse =>
  UserStatusResponse.parse({
    id: 'u1',
    username: '09121234567',
    mobile: '09121234567',
    first_name: 'Mina',
    last_name: 'Rostami',
    full_name: 'Mina Rostami',
    avatar: null,
    language: 'en',
    referral_code: 'r',
    balance: 0,
    is_creator: false,
    is_staff: false,
    subscription: null,
    has_active_subscription: false,
    user_is_loggedin: true,
    loggedinas: null,
    active_sessions_count: 1,
    ...part,
  });
