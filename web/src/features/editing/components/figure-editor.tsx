import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';
import { EmptyState } from '../../../shared/ui/state-block.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { MarkedFields } from './mark-toolbar.js';
import { MediaDialog } from './media-dialog.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

/** A picture with its caption and a description for those who don't see it. Pictures come from the files of the document. */
export const FigureEditor = ({
  item,
  onChange,
  lang,
  show,
  media,
}: EditorProps<ItemOf<'figure'>> & {
  /** The page whose document's files may be chosen from; null for those who may not. */
  media: { pageId: string } | null;
}) => {
  const { t } = useTranslation('editing');
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {item.src === '' ? (
        <EmptyState
          icon="image"
          title={t('figure.none')}
          text={media ? undefined : t('figure.notYours')}
          action={
            media ? (
              <Button look="main" icon="image" onClick={() => setChoosing(true)}>
                {t('figure.choose')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <>
          {show({ ...item, caption: '' })}
          {media ? (
            <div className="edit-center">
              <Button size="s" icon="image" onClick={() => setChoosing(true)}>
                {t('figure.another')}
              </Button>
            </div>
          ) : (
            <p className="small soft">{t('figure.notYours')}</p>
          )}
        </>
      )}
      <MarkedFields>
        <TextArea
          className="input edit-area"
          data-marks
          rows={2}
          aria-label={t('figure.caption')}
          placeholder={t('figure.caption')}
          value={item.caption ?? ''}
          lang={lang}
          dir={item.caption ? 'auto' : undefined}
          onChange={(event) => onChange({ ...item, caption: event.target.value })}
        />
      </MarkedFields>
      <TextArea
        className="input edit-area"
        rows={2}
        aria-label={t('figure.description')}
        placeholder={t('figure.description')}
        value={item.description ?? ''}
        lang={lang}
        dir={item.description ? 'auto' : undefined}
        onChange={(event) => onChange({ ...item, description: event.target.value })}
      />
      {choosing && media ? (
        <MediaDialog
          pageId={media.pageId}
          onChoose={(file) => {
            setChoosing(false);
            onChange({ ...item, src: file.file });
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
};
