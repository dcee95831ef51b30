import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useSignedIn } from '../shared/api/session.js';
import { ALL_NOTES, NOTES_QUERY, withoutNotes } from '../shared/lib/notes-address.js';
import { loginPath } from '../shared/lib/safe-path.js';

const NotesManager = lazy(async () => ({
  default: (await import('../features/notes/components/notes-manager.js')).NotesManager,
}));

/** Shows the notes manager over any screen whose URL asks for it; a guest signs in first (RDR-READER-82). */
export const NotesHost = () => {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const wanted = new URLSearchParams(search).get(NOTES_QUERY);
  if (wanted === null || pathname.startsWith('/user/login')) return null;
  if (!signedIn) return <Navigate to={loginPath(pathname + search + hash)} replace />;
  const close = () =>
    void navigate(
      { pathname, search: withoutNotes(search), hash },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Suspense fallback={null}>
      <NotesManager
        key={wanted}
        documentKey={wanted === ALL_NOTES || wanted === '' ? null : wanted}
        onClose={close}
      />
    </Suspense>
  );
};
