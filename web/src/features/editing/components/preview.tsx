import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './preview.css';

/** The item as it will look on the page. */
export const Preview = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('editing');
  const id = useId();
  return (
    <section className="edit-preview" aria-labelledby={id}>
      <p className="edit-preview__name" id={id}>
        {t('editor.preview')}
      </p>
      {children}
    </section>
  );
};
