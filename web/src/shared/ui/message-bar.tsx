import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icon.js';
import { IconButton } from './icon-button.js';
import { currentMessages, dismissMessage, type MessageKind, subscribeMessages } from './messages.js';
import './message-bar.css';

const ICONS: Record<MessageKind, IconName> = {
  alert: 'error',
  success: 'check',
  info: 'info',
  warning: 'warning',
};

/** These disappear by themselves and have no close button, which would catch presses meant for the screen beneath. */
const PASSING: ReadonlySet<MessageKind> = new Set(['success', 'info']);

/** The transient messages; mounted once, by the app. Presses pass through to the screen beneath. */
export const MessageBar = () => {
  const { t } = useTranslation();
  const messages = useSyncExternalStore(subscribeMessages, currentMessages);
  return (
    <div className="message-bar" aria-live="polite">
      {messages.map((message) => (
        <div
          key={message.id}
          className={`message message--${message.kind}`}
          role={message.kind === 'alert' ? 'alert' : undefined}
        >
          <Icon name={ICONS[message.kind]} />
          <p className="grow own-dir">{message.text}</p>
          {PASSING.has(message.kind) ? null : (
            <IconButton icon="close" label={t('close')} onClick={() => dismissMessage(message.id)} />
          )}
        </div>
      ))}
    </div>
  );
};
