import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useCurrentUser, useSignedIn } from '../../../shared/api/session.js';
import type { PageFrame, PagePlace } from '../../../shared/ui/reader-slots.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { useShortcuts } from '../../../shared/lib/use-shortcuts.js';
import { LOCAL_DRAFTS, readStored } from '../../../shared/storage/settings.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import type { MenuEntry } from '../../../shared/ui/menu.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { EditMode, EditModeContext, useEditMode } from '../lib/edit-mode.js';

/** The editors are loaded on demand, so that reading does not load them. */
const PageEditor = lazy(async () => ({ default: (await import('./page-editor.js')).PageEditor }));
const EditsPanel = lazy(async () => ({ default: (await import('./edits-panel.js')).EditsPanel }));
const SuggestDialog = lazy(async () => ({ default: (await import('./suggest-dialog.js')).SuggestDialog }));
const EditsTabs = lazy(async () => ({ default: (await import('./edits-tabs.js')).EditsTabs }));

/** A page's suggestions are fetched once the user has stayed on it this long, in milliseconds. */
export const STAY_MS = 600;

/** Whether the user may edit or suggest (decisions.md G54): signed in, with full access, on an extracted page. */
const useCanEdit = ({ document }: Pick<PagePlace, 'document'>, page?: PagePlace['page']): boolean => {
  const signedIn = useSignedIn();
  return signedIn && document.access.full && (page === undefined || page.status === 'success');
};

/** The role in which the user edits. */
const useRole = ({ document }: Pick<PagePlace, 'document'>): 'owner' | 'staff' | 'suggest' => {
  const { user } = useCurrentUser();
  if (document.access.reason === 'owner') return 'owner';
  return user?.is_staff ? 'staff' : 'suggest';
};

/** Asks before edits are lost and before edit mode ends (RDR-EDIT-12 to -14). */
const EditGuards = ({ isLeaving }: { isLeaving: () => boolean }) => {
  const { t } = useTranslation('editing');
  const { mode, isOn, hasUnsaved, isConfirmingExit, suggesting } = useEditMode();
  const isEditing = isOn || (suggesting !== null && hasUnsaved);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEditing && !isLeaving() && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === 'blocked';

  useEffect(() => {
    if (!hasUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);

  const stay = () => {
    mode.confirmExit(false);
    if (isBlocked) blocker.reset();
  };
  const leave = () => {
    if (hasUnsaved) mode.discard();
    mode.setOn(false);
    mode.stopSuggesting();
    if (isBlocked) blocker.proceed();
    else showMessage('info', t('mode.off'));
  };
  if (!isConfirmingExit && !isBlocked) return null;
  return (
    <Dialog
      open
      onClose={stay}
      title={t(hasUnsaved ? 'leave.unsavedTitle' : 'leave.title')}
      footer={
        <>
          <Button look={hasUnsaved ? 'danger' : 'quiet'} onClick={leave}>
            {t(hasUnsaved ? 'leave.discard' : 'leave.exit')}
          </Button>
          <Button look="main" onClick={stay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t(hasUnsaved ? 'leave.unsavedText' : 'leave.text')}</p>
    </Dialog>
  );
};

/** Provides edit mode to the reader. `isLeaving`: the user has signed out, so nothing is asked. */
export const EditingProvider = ({
  isLeaving,
  children,
}: {
  isLeaving: () => boolean;
  children: ReactNode;
}) => {
  const [mode] = useState(() => new EditMode());
  return (
    <EditModeContext value={mode}>
      {children}
      <EditGuards isLeaving={isLeaving} />
    </EditModeContext>
  );
};

/** Turns edit mode on and off, on large screens (RDR-READER-06). */
export const EditToggle = ({ document }: Pick<PagePlace, 'document'>) => {
  const { t } = useTranslation('editing');
  const { mode, isOn, suggesting } = useEditMode();
  const isLarge = useFrom('lg');
  const canEdit = useCanEdit({ document });
  const role = useRole({ document });
  const isOffered = canEdit && document.status !== 'pending' && (isLarge || isOn);
  const toggle = () => {
    if (isOn) {
      mode.confirmExit(true);
      return;
    }
    mode.setOn(true);
    showMessage('info', t(`mode.on.${role}`));
  };
  useShortcuts({ KeyE: toggle }, isOffered && suggesting === null);
  if (!isOffered) return null;
  return (
    <IconButton icon="edit" label={t(isOn ? 'mode.stop' : 'mode.start')} pressed={isOn} onClick={toggle} />
  );
};

/** Entries of the page's menu: suggest an edit, and show the suggestions (RDR-READER-24). */
export const PageEditEntries = ({
  document,
  page,
  children,
}: PagePlace & { children: (entries: readonly MenuEntry[]) => ReactNode }) => {
  const { t } = useTranslation('editing');
  const { mode, isOn } = useEditMode();
  const canEdit = useCanEdit({ document }, page);
  const role = useRole({ document });
  return children(
    canEdit && !isOn && page.content
      ? [
          {
            label: t(role === 'suggest' ? 'menu.suggest' : 'menu.edit'),
            icon: 'edit',
            onSelect: () => mode.startSuggesting(page.id),
          },
          { label: t('menu.edits'), icon: 'clock', onSelect: () => mode.setView(page.id, 'edits') },
        ]
      : [],
  );
};

/** Whether the user has stayed on the page for `STAY_MS`, while `canEdit`. */
const useStayed = (canEdit: boolean): boolean => {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    if (!canEdit) return undefined;
    const timer = setTimeout(() => setStayed(true), STAY_MS);
    return () => clearTimeout(timer);
  }, [canEdit]);
  return canEdit && hasStayed;
};

/** Tabs at the head of a page: its text and its suggestions (RDR-READER-22, -23). */
export const PageEditsTabs = ({ document, page }: PagePlace) => {
  const { isOn, pagesShowingEdits } = useEditMode();
  const canEdit = useCanEdit({ document }, page);
  const hasStayed = useStayed(canEdit);
  if (isOn || !(hasStayed || (canEdit && pagesShowingEdits.has(page.id)))) return null;
  return (
    <Suspense fallback={null}>
      <EditsTabs document={document} page={page} />
    </Suspense>
  );
};

/** Offers to continue unsaved edits of an earlier visit. */
const DraftNotice = ({ pageId }: { pageId: string }) => {
  const { t } = useTranslation('editing');
  const { mode } = useEditMode();
  const { user } = useCurrentUser();
  const types = ['content', 'translation_1', 'translation_2'] as const;
  const draftType =
    user && types.find((type) => readStored(`${LOCAL_DRAFTS}${user.id}/${pageId}/${type}`) !== null);
  if (!draftType) return null;
  return (
    <Notice
      tone="warning"
      icon="edit"
      action={
        <Button size="s" onClick={() => mode.startSuggesting(pageId, draftType)}>
          {t('kept.continue')}
        </Button>
      }
    >
      {t('kept.here')}
    </Notice>
  );
};

/** The page's text, or in its place its editor or its suggestions. */
export const EditablePage = ({ children, ...frame }: PageFrame) => {
  const { isOn, pagesShowingEdits, suggesting } = useEditMode();
  const { document, page, wanted } = frame;
  const canEdit = useCanEdit({ document }, page);
  if (!canEdit) return children;
  const showsEdits = !isOn && pagesShowingEdits.has(page.id);
  const replacement = () => {
    if (isOn) return <PageEditor key={wanted} {...frame} />;
    return showsEdits ? <EditsPanel {...frame} /> : null;
  };
  return (
    <>
      {isOn || showsEdits ? null : <DraftNotice pageId={page.id} />}
      {isOn || showsEdits ? <Suspense fallback={children}>{replacement()}</Suspense> : children}
      {suggesting?.pageId === page.id ? (
        <Suspense fallback={null}>
          <SuggestDialog {...frame} start={suggesting.type} />
        </Suspense>
      ) : null}
    </>
  );
};
