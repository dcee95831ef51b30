import { Navigate, useParams } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';

/** Opens an invitation link: redirects a guest to registration with the referral code, and a signed-in user home (ACC-REGISTER-02). */
export const InvitePage = () => {
  const { ref = '' } = useParams();
  const signedIn = useSignedIn();
  return <Navigate to={signedIn ? '/' : `/user/register/?ref=${encodeURIComponent(ref)}`} replace />;
};
