import { Navigate, useParams } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';

/** A friend's link: to joining with the friend's code, or home for who has joined already (ACC-REGISTER-02). */
export const InvitePage = () => {
  const { ref = '' } = useParams();
  const signedIn = useSignedIn();
  return <Navigate to={signedIn ? '/' : `/user/register/?ref=${encodeURIComponent(ref)}`} replace />;
};
