import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../../shared/storage/settings.js';
import { TextField } from '../../../shared/ui/field.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { captchaSoundUrl } from '../api/captcha.js';

/** Plays the spoken characters of the picture; `hasFailed` when the browser could not play them. */
const useCaptchaSound = () => {
  const audio = useRef<HTMLAudioElement>(null);
  const [playCount, setPlayCount] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  return {
    audio,
    hasFailed,
    play: () => {
      const element = audio.current;
      if (!element) return;
      setFailed(false);
      setPlayCount(playCount + 1);
      element.src = captchaSoundUrl(getLanguage(), Date.now());
      element.play().catch(() => setFailed(true));
    },
    /** Before the first `play` the element has no source, and its errors mean nothing. */
    handleError: () => setFailed(playCount > 0),
  };
};

const CaptchaPicture = ({ image }: { image: string | null }) => {
  const { t } = useTranslation('auth');
  return (
    <div className="captcha__frame" aria-busy={image === null}>
      {image === null ? (
        <Skeleton width="100%" height="100%" />
      ) : (
        <img src={`data:image/jpeg;base64,${image}`} alt={t('captcha.picture')} />
      )}
    </div>
  );
};

/** The captcha picture, buttons for another picture and for its characters as speech, and the field for the characters. */
export const CaptchaField = ({
  image,
  value,
  onChange,
  onRenew,
  errors,
}: {
  /** JPEG in base64; null while it is being fetched. */
  image: string | null;
  value: string;
  onChange: (value: string) => void;
  onRenew: () => void;
  errors: readonly string[] | undefined;
}) => {
  const { t } = useTranslation('auth');
  const { audio, play, handleError, hasFailed } = useCaptchaSound();
  return (
    <div className="captcha">
      <div className="captcha__picture">
        <CaptchaPicture image={image} />
        <div className="captcha__buttons">
          <IconButton icon="refresh" label={t('captcha.renew')} onClick={onRenew} />
          <IconButton icon="sound" label={t('captcha.listen')} disabled={image === null} onClick={play} />
        </div>
      </div>
      {/* Without captions: they would give away the characters. */}
      <audio ref={audio} preload="none" onError={handleError} />
      {hasFailed ? (
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
