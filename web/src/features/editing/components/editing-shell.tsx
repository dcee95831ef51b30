import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useCurrentUser, useSignedIn } from '../../../shared/api/session.js';
import type { PageFrame, PagePlace } from '../../../shared/lib/reader-slots.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { useShortcuts } from '../../../shared/lib/use-shortcuts.js';
import { KEPT_EDITS, readStored } from '../../../shared/storage/settings.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import type { MenuEntry } from '../../../shared/ui/menu.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { EditMode, EditModeContext, useEditMode } from '../lib/edit-mode.js';

/** The editors and what goes with them come when they are wanted: reading alone costs nothing more. */
const PageEditor = lazy(async () => ({ default: (await import('./page-editor.js')).PageEditor }));
const EditsPanel = lazy(async () => ({ default: (await import('./edits-panel.js')).EditsPanel }));
const SuggestDialog = lazy(async () => ({ default: (await import('./suggest-dialog.js')).SuggestDialog }));
const EditsTabs = lazy(async () => ({ default: (await import('./edits-tabs.js')).EditsTabs }));

/** What waits for review is asked for once the reader has stayed on a page this long, in milliseconds. */
export const STAY_MS = 600;

/** Who may edit or suggest (decisions.md G54): signed in, with full access, on a page that is read in. */
const useMayEdit = ({ document }: Pick<PagePlace, 'document'>, page?: PagePlace['page']): boolean => {
  const signedIn = useSignedIn();
  return signedIn && document.access.full && (page === undefined || page.status === 'success');
};

/** How the reader edits, as far as the document says. */
const useRole = ({ document }: Pick<PagePlace, 'document'>): 'owner' | 'staff' | 'suggest' => {
  const { user } = useCurrentUser();
  if (document.access.reason === 'owner') return 'owner';
  return user?.is_staff ? 'staff' : 'suggest';
};

/** Asks before changes are lost, and before edit mode is left (RDR-EDIT-12 to -14). */
const EditGuards = ({ isLeaving }: { isLeaving: () => boolean }) => {
  const { t } = useTranslation('editing');
  const { mode, on, unsaved, stopping, writing } = useEditMode();
  const isBusy = on || (writing !== null && unsaved);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isBusy && !isLeaving() && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === 'blocked';

  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);

  const stay = () => {
    mode.ask(false);
    if (isBlocked) blocker.reset();
  };
  const leave = () => {
    if (unsaved) mode.discard();
    mode.turn(false);
    mode.stopWriting();
    if (isBlocked) blocker.proceed();
    else showMessage('info', t('mode.off'));
  };
  if (!stopping && !isBlocked) return null;
  return (
    <Dialog
      open
      onClose={stay}
      title={t(unsaved ? 'leave.unsavedTitle' : 'leave.title')}
      footer={
        <>
          <Button look={unsaved ? 'danger' : 'quiet'} onClick={leave}>
            {t(unsaved ? 'leave.discard' : 'leave.exit')}
          </Button>
          <Button look="main" onClick={stay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t(unsaved ? 'leave.unsavedText' : 'leave.text')}</p>
    </Dialog>
  );
};

/** Around the reader: whether it edits, and the questions before that ends. `isLeaving`: the session has ended and nothing is asked. */
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

/** Turns edit mode on and off, where there is room for it (RDR-READER-06). */
export const EditToggle = ({ document }: Pick<PagePlace, 'document'>) => {
  const { t } = useTranslation('editing');
  const { mode, on, writing } = useEditMode();
  const large = useFrom('lg');
  const may = useMayEdit({ document });
  const role = useRole({ document });
  const isThere = may && document.status !== 'pending' && (large || on);
  const toggle = () => {
    if (on) {
      mode.ask(true);
      return;
    }
    mode.turn(true);
    showMessage('info', t(`mode.on.${role}`));
  };
  useShortcuts({ KeyE: toggle }, isThere && writing === null);
  if (!isThere) return null;
  return <IconButton icon="edit" label={t(on ? 'mode.stop' : 'mode.start')} pressed={on} onClick={toggle} />;
};

/** In the page's menu: to suggest an edit, and to see what was suggested (RDR-READER-24). */
export const PageEditEntries = ({
  document,
  page,
  children,
}: PagePlace & { children: (entries: readonly MenuEntry[]) => ReactNode }) => {
  const { t } = useTranslation('editing');
  const { mode, on } = useEditMode();
  const may = useMayEdit({ document }, page);
  const role = useRole({ document });
  return children(
    may && !on && page.content
      ? [
          {
            label: t(role === 'suggest' ? 'menu.suggest' : 'menu.edit'),
            icon: 'edit',
            onSelect: () => mode.write(page.id),
          },
          { label: t('menu.edits'), icon: 'clock', onSelect: () => mode.view(page.id, 'edits') },
        ]
      : [],
  );
};

const useStayed = (may: boolean): boolean => {
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    if (!may) return undefined;
    const timer = setTimeout(() => setStayed(true), STAY_MS);
    return () => clearTimeout(timer);
  }, [may]);
  return may && stayed;
};

/** The two views of a page, at its head (RDR-READER-22, -23). */
export const PageEditsTabs = ({ document, page }: PagePlace) => {
  const { on, edits } = useEditMode();
  const may = useMayEdit({ document }, page);
  const stayed = useStayed(may);
  if (on || !(stayed || (may && edits.has(page.id)))) return null;
  return (
    <Suspense fallback={null}>
      <EditsTabs document={document} page={page} />
    </Suspense>
  );
};

/** What was typed on this page another time and never saved. */
const KeptNotice = ({ pageId }: { pageId: string }) => {
  const { t } = useTranslation('editing');
  const { mode } = useEditMode();
  const { user } = useCurrentUser();
  const types = ['content', 'translation_1', 'translation_2'] as const;
  const kept = user && types.find((type) => readStored(`${KEPT_EDITS}${user.id}/${pageId}/${type}`) !== null);
  if (!kept) return null;
  return (
    <Notice
      tone="warning"
      icon="edit"
      action={
        <Button size="s" onClick={() => mode.write(pageId, kept)}>
          {t('kept.continue')}
        </Button>
      }
    >
      {t('kept.here')}
    </Notice>
  );
};

/** A page as it is read, or in its place the tools that edit it or what is suggested for it. */
export const EditablePage = ({ children, ...frame }: PageFrame) => {
  const { on, edits, writing } = useEditMode();
  const { document, page, version } = frame;
  const may = useMayEdit({ document }, page);
  if (!may) return children;
  const isEdits = !on && edits.has(page.id);
  const place = () => {
    if (on) return <PageEditor key={version} {...frame} />;
    return isEdits ? <EditsPanel {...frame} /> : null;
  };
  return (
    <>
      {on || isEdits ? null : <KeptNotice pageId={page.id} />}
      {on || isEdits ? <Suspense fallback={children}>{place()}</Suspense> : children}
      {writing?.pageId === page.id ? (
        <Suspense fallback={null}>
          <SuggestDialog {...frame} start={writing.type} />
        </Suspense>
      ) : null}
    </>
  );
};
