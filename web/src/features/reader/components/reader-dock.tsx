import { useTranslation } from 'react-i18next';
import { useFrom } from '../../../shared/lib/use-media.js';
import type { HeadingNavigation } from '../hooks/use-heading-navigation.js';
import type { OpenDocument } from '../hooks/use-open-document.js';
import type { PageNavigation } from '../hooks/use-page-navigation.js';
import { PagePager } from './page-pager.js';
import { VersionChoice } from './version-choice.js';

/** The bar at the bottom: the pager, and on small screens the choice of version. */
export const ReaderDock = ({
  reader,
  navigation,
  headings,
}: {
  reader: OpenDocument;
  navigation: PageNavigation;
  headings: HeadingNavigation['neighbours'];
}) => {
  const { t } = useTranslation('reader');
  const isMedium = useFrom('md');
  return (
    <section className="reader-dock" aria-label={t('dock')}>
      {isMedium ? null : <VersionChoice choice={reader.choice} onChoice={reader.changeChoice} />}
      <PagePager
        page={reader.page}
        pages={reader.totalPages}
        onPage={(page) => navigation.goTo(page)}
        onNext={() => navigation.next()}
        onPrevious={() => navigation.previous()}
        headings={headings}
      />
    </section>
  );
};
