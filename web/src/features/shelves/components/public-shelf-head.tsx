import type { PublicShelf } from '@hamkhan/contracts/http/shelves';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentUser } from '../../../shared/api/session.js';
import { categoryLabel, useCategories } from '../../../shared/api/shelves.js';
import { useFormat } from '../../../shared/lib/format.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import { shelfPath } from '../../../shared/shelves/share-shelf-dialog.js';
import { SHELF_ICON_NAMES } from '../../../shared/shelves/shelf-icons.js';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { useShelfActions } from '../../../shared/shelves/use-shelf-actions.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Notice } from '../../../shared/ui/notice.js';

type SubscribeProps = {
  shelf: PublicShelf;
  isSubscribed: boolean;
  onChange: (isSubscribed: boolean) => void;
};

/** Subscribes to the shelf or unsubscribes from it; a guest signs in first. */
const SubscribeButton = ({ shelf, isSubscribed, onChange }: SubscribeProps) => {
  const { t } = useTranslation('shelves');
  const { signedIn } = useCurrentUser();
  const { follow } = useShelfActions();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    if (!signedIn) {
      void navigate(loginPath(pathname + search));
      return;
    }
    setBusy(true);
    const result = await follow(shelf.key, !isSubscribed);
    setBusy(false);
    if (result !== null) onChange(result);
  };
  return (
    <Button
      look={isSubscribed ? 'quiet' : 'main'}
      icon={isSubscribed ? 'close' : 'add'}
      busy={busy}
      onClick={() => void toggle()}
    >
      {t(isSubscribed ? 'page.unsubscribe' : 'page.subscribe')}
    </Button>
  );
};

/** The name, categories, number of documents and description of a shelf. */
const ShelfDetails = ({ shelf, isOwner }: { shelf: PublicShelf; isOwner: boolean }) => {
  const { t } = useTranslation('shelves');
  const { number, language } = useFormat();
  const { categories } = useCategories(shelf.tags_as_list.length > 0);
  return (
    <div className="public-shelf__words">
      <h1>
        <bdi>{shelf.name}</bdi>
      </h1>
      <p className="public-shelf__facts">
        <Chip tone="run">{t('page.public')}</Chip>
        {isOwner ? <Chip>{t('page.owner')}</Chip> : null}
        {shelf.tags_as_list.map((tag) => (
          <span key={tag} className="tag">
            {categoryLabel(tag, categories, language)}
          </span>
        ))}
        <span className="num">
          {t('count', { count: shelf.document_count, total: number(shelf.document_count) })}
        </span>
      </p>
      {shelf.description ? (
        <p className="soft own-dir public-shelf__description">{shelf.description}</p>
      ) : null}
    </div>
  );
};

/** The head of a public shelf: what it is, and its actions. */
export const PublicShelfHead = (props: SubscribeProps) => {
  const { shelf } = props;
  const { t } = useTranslation('shelves');
  const { number } = useFormat();
  const { user } = useCurrentUser();
  const { share } = useCopyLink('done.copied');
  const isOwner = user?.id === shelf.user;
  const privateCount = shelf.private_document_count ?? 0;
  return (
    <>
      <header className="public-shelf__head">
        <span className="public-shelf__icon">
          <Icon name={SHELF_ICON_NAMES[shelf.icon]} size="l" />
        </span>
        <ShelfDetails shelf={shelf} isOwner={isOwner} />
        <div className="public-shelf__actions">
          {isOwner ? (
            <ButtonLink icon="library" to={`/user/documents/?shelf=${shelf.key}`}>
              {t('page.toLibrary')}
            </ButtonLink>
          ) : (
            <SubscribeButton {...props} />
          )}
          <Button icon="link" onClick={() => void share(shelfPath(shelf), shelf.name)}>
            {t('menu.copyLink')}
          </Button>
        </div>
      </header>
      {privateCount > 0 ? (
        <Notice icon="lock">{t('page.private', { count: privateCount, total: number(privateCount) })}</Notice>
      ) : null}
    </>
  );
};
