import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../../shared/storage/settings.js';
import { TextField } from '../../../shared/ui/field.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { captchaSoundUrl } from '../api/captcha.js';

/** The picture, its characters spoken for who can't see it, another picture, and what is read in it. */
export const CaptchaField = ({
  image,
  value,
  onChange,
  onRenew,
  errors,
}: {
  /** JPEG in base64; null while it is on its way. */
  image: string | null;
  value: string;
  onChange: (value: string) => void;
  onRenew: () => void;
  errors: readonly string[] | undefined;
}) => {
  const { t } = useTranslation('auth');
  const sound = useRef<HTMLAudioElement>(null);
  const [takes, setTakes] = useState(0);
  const [silent, setSilent] = useState(false);

  const listen = () => {
    const element = sound.current;
    if (!element) return;
    setSilent(false);
    setTakes(takes + 1);
    element.src = captchaSoundUrl(getLanguage(), Date.now());
    element.play().catch(() => setSilent(true));
  };

  return (
    <div className="captcha">
      <div className="captcha__picture">
        <div className="captcha__frame" aria-busy={image === null}>
          {image === null ? (
            <Skeleton width="100%" height="100%" />
          ) : (
            <img src={`data:image/jpeg;base64,${image}`} alt={t('captcha.picture')} />
          )}
        </div>
        <div className="captcha__buttons">
          <IconButton icon="refresh" label={t('captcha.renew')} onClick={onRenew} />
          <IconButton icon="sound" label={t('captcha.listen')} disabled={image === null} onClick={listen} />
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y-x/media-has-caption -- a caption would give away what the captcha asks for */}
      <audio ref={sound} preload="none" onError={() => setSilent(takes > 0)} />
      {silent ? (
        <p className="auth__note" role="status">
          {t('captcha.silent')}
        </p>
      ) : null}
      <TextField
        label={t('captcha.label')}
        name="captchaInput"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={12}
        autoFocus
        value={value}
        onChange={onChange}
        errors={errors}
        hint={t('captcha.hint')}
      />
    </div>
  );
};
