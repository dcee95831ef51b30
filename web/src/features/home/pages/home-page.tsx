import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { ButtonLink } from '../../../shared/ui/button.js';
import { Meter } from '../../../shared/ui/meter.js';
import { Paper } from '../../../shared/ui/paper.js';
import './home-page.css';

const STEPS = ['give', 'watch', 'read'] as const;

const Introduction = () => {
  const { t } = useTranslation('home');
  const { t: tc } = useTranslation();
  const signedIn = useSignedIn();
  return (
    <div className="home__words">
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <div className="home__ways">
        <ButtonLink look="main" icon="add" to="/user/upload/">
          {tc('addDocument')}
        </ButtonLink>
        {signedIn ? (
          <ButtonLink icon="library" to="/user/documents/">
            {t('library')}
          </ButtonLink>
        ) : (
          <ButtonLink icon="sign-in" to="/user/login/">
            {t('signIn')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
};

/** A sentence of a book with its translation, as the reader shows them. */
const Sample = () => {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  return (
    <figure className="home__sample">
      <Paper>
        <div className="home__pair">
          <p className="home__fa" lang="fa" dir="rtl">
            {t('sample.one')}
            <mark>{t('sample.marked')}</mark>
            {t('sample.two')}
          </p>
          <p className="home__src" lang="en" dir="ltr">
            {t('sample.sourceOne')}
            <mark>{t('sample.sourceMarked')}</mark>
            {t('sample.sourceTwo')}
          </p>
        </div>
        <div className="home__progress">
          <span className="num">{t('sample.progress', { done: number(104), all: number(352) })}</span>
          <Meter value={104 / 352} ahead={0.6} label={t('sample.caption')} />
        </div>
      </Paper>
      <figcaption className="tiny faint">{t('sample.caption')}</figcaption>
    </figure>
  );
};

/** The home page: what Hamkhan does, with a sample, and how to begin. */
export const HomePage = () => {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  return (
    <div className="home">
      <section className="home__band band">
        <div className="home__hero">
          <Introduction />
          <Sample />
        </div>
      </section>
      <ol className="home__steps">
        {STEPS.map((step, index) => (
          <li key={step}>
            <span className="home__count" aria-hidden="true">
              {number(index + 1)}
            </span>
            <h2>{t(`steps.${step}.title`)}</h2>
            <p className="soft">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
};
