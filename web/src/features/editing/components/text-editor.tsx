import { TEXT_ALIGNS } from '@hamkhan/contracts/content';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import { MarkedFields } from './marked-fields.js';
import { Preview } from './preview.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';

type Text = ItemOf<
  'text' | 'heading' | 'figure_caption' | 'table_caption' | 'math_caption' | 'caption' | 'abandon'
>;

const LEVELS = ['1', '2', '3'] as const;

const withLevel = (item: Text, level: number): Text => (item.type === 'heading' ? { ...item, level } : item);

/** Paragraphs, headings and captions with inline marks; line breaks are kept. */
export const TextEditor = ({ item, onChange, lang, show }: EditorProps<Text>) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const aligned = item.type === 'heading' || item.type === 'text' ? item : null;
  return (
    <>
      <MarkedFields
        tools={
          <>
            {item.type === 'heading' ? (
              <Segmented
                label={t('editor.level')}
                value={`${item.level}`}
                options={LEVELS.map((level) => ({
                  value: level,
                  label: t('editor.levelOf', { level: number(Number(level)) }),
                }))}
                onChange={(level) => onChange(withLevel(item, Number(level)))}
              />
            ) : null}
            {aligned ? (
              <Segmented
                label={t('editor.align')}
                value={aligned.text_align ?? 'none'}
                options={TEXT_ALIGNS.map((value) => ({
                  value,
                  label: t(`aligns.${value}`),
                  icon: `align-${value}` as const,
                  iconOnly: true,
                }))}
                onChange={(align) => onChange({ ...aligned, text_align: align })}
              />
            ) : null}
          </>
        }
      >
        <TextArea
          className="input edit-area"
          data-marks
          aria-label={t('editor.text')}
          placeholder={t('editor.textHint')}
          value={item.content}
          lang={lang}
          dir={item.content === '' ? undefined : 'auto'}
          rows={item.type === 'text' ? 4 : 2}
          onChange={(event) => onChange({ ...item, content: event.target.value })}
        />
      </MarkedFields>
      {item.content.trim() === '' ? null : <Preview>{show(item)}</Preview>}
    </>
  );
};
