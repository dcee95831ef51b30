import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { purchaseDocumentRoute } from '@hamkhan/contracts/routes/finance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { callRoute } from '../../../shared/api/client.js';
import { useSignedIn } from '../../../shared/api/session.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Notice } from '../../../shared/ui/notice.js';
import { showMessage } from '../../../shared/ui/messages.js';
import './preview-offers.css';

/** A document with more pages is called a book (RDR-READER-15). */
const MAX_ARTICLE_PAGES = 40;

type OfferedDocument = Pick<DocumentMetadata, 'key' | 'access_type' | 'published'>;

/** Buys a document: a guest signs in first, a user goes to the invoice. */
const BuyButton = ({ document }: { document: OfferedDocument }) => {
  const { t } = useTranslation('reader');
  const { t: te } = useTranslation('errors');
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const buy = async () => {
    if (!signedIn) {
      void navigate(loginPath(pathname + search));
      return;
    }
    setBusy(true);
    try {
      const { invoice_id: invoice } = await callRoute(purchaseDocumentRoute, {
        body: { document_key: document.key },
        ownErrors: true,
      });
      void navigate(`/premium/invoice/${encodeURIComponent(invoice)}/info/`);
    } catch (error) {
      showMessage('alert', `${t('preview.failed')} ${errorText(error, te)}`);
      setBusy(false);
    }
  };
  return (
    <Button size="s" look="main" busy={busy} onClick={() => void buy()}>
      {t('preview.buy')}
    </Button>
  );
};

/**
 * Ways to the full document: buying it, or a subscription when it is published. A document for subscribers only is not sold
 * (decisions.md G63).
 */
export const PreviewOffers = ({ document }: { document: OfferedDocument }) => {
  const { t } = useTranslation('reader');
  return (
    <>
      {document.access_type === 'paid' ? <BuyButton document={document} /> : null}
      {document.published && document.access_type !== 'free' ? (
        <ButtonLink size="s" to="/premium/subscribe/">
          {t('preview.subscribe')}
        </ButtonLink>
      ) : null}
    </>
  );
};

/** Says that this is a preview, which pages it has, and how to read the rest (RDR-READER-14). */
export const PreviewBanner = ({
  document,
  from,
  to,
}: {
  document: DocumentMetadata;
  /** The preview's pages, one-based. */
  from: number;
  to: number;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const kind = document.total_pages > MAX_ARTICLE_PAGES ? 'book' : 'article';
  return (
    <Notice
      tone="info"
      icon="eye"
      action={
        <div className="preview-offers">
          <PreviewOffers document={document} />
          <ButtonLink size="s" look="plain" to={`/i/${document.key}/`}>
            {t('preview.about')}
          </ButtonLink>
        </div>
      }
    >
      <p>
        <b>{t(`preview.${kind}`)}</b>{' '}
        {t('preview.range', { from: number(from), to: number(to), pages: number(document.total_pages) })}
      </p>
    </Notice>
  );
};
