import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';
import { EmptyState } from '../../../shared/ui/state-block.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { MarkedFields } from './marked-fields.js';
import { MediaDialog } from './media-dialog.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

type FigureEditorProps = EditorProps<ItemOf<'figure'>> & {
  /** The page whose document's files may be chosen from; null for users who may not. */
  media: { pageId: string } | null;
};

/** The image, or that there is none, with a button to choose one. */
const FigureImage = ({
  item,
  media,
  show,
  onChoose,
}: Pick<FigureEditorProps, 'item' | 'media' | 'show'> & { onChoose: () => void }) => {
  const { t } = useTranslation('editing');
  if (item.src === '') {
    return (
      <EmptyState
        icon="image"
        title={t('figure.none')}
        text={media ? undefined : t('figure.notYours')}
        action={
          media ? (
            <Button look="main" icon="image" onClick={onChoose}>
              {t('figure.choose')}
            </Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <>
      {show({ ...item, caption: '' })}
      {media ? (
        <div className="edit-center">
          <Button size="s" icon="image" onClick={onChoose}>
            {t('figure.another')}
          </Button>
        </div>
      ) : (
        <p className="small soft">{t('figure.notYours')}</p>
      )}
    </>
  );
};

/** A field of the figure: its caption or its description. */
const FigureField = ({
  label,
  value,
  lang,
  withMarks,
  onChange,
}: {
  label: string;
  value: string;
  lang: string;
  withMarks?: boolean;
  onChange: (value: string) => void;
}) => (
  <TextArea
    className="input edit-area"
    data-marks={withMarks}
    rows={2}
    aria-label={label}
    placeholder={label}
    value={value}
    lang={lang}
    dir={value ? 'auto' : undefined}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** An image from the document's files, with a caption and a description for people who do not see it. */
export const FigureEditor = ({ item, onChange, lang, show, media }: FigureEditorProps) => {
  const { t } = useTranslation('editing');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <FigureImage item={item} media={media} show={show} onChoose={() => setChoosing(true)} />
      <MarkedFields>
        <FigureField
          label={t('figure.caption')}
          value={item.caption ?? ''}
          lang={lang}
          withMarks
          onChange={(caption) => onChange({ ...item, caption })}
        />
      </MarkedFields>
      <FigureField
        label={t('figure.description')}
        value={item.description ?? ''}
        lang={lang}
        onChange={(description) => onChange({ ...item, description })}
      />
      {isChoosing && media ? (
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
