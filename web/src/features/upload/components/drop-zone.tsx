import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/icon.js';
import { PICKER_ACCEPT } from './accepted-file.js';
import './drop-zone.css';

/** Accepts one file by drag and drop or from the file picker; the first of several (ACC-UPLOAD-02). */
export const DropZone = ({ onFile }: { onFile: (file: File) => void }) => {
  const { t } = useTranslation('upload');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };

  return (
    <div
      className="drop-zone"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button type="button" onClick={() => input.current?.click()}>
        <span className="drop-zone__picture">
          <Icon name="upload" size="l" />
        </span>
        <span className="drop-zone__title">{t('drop.title')}</span>
        <span className="soft small">{t('drop.text')}</span>
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('drop.input')}
        accept={PICKER_ACCEPT}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
};
