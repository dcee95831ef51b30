import { Notice } from './notice.js';
import './form-alerts.css';

/** Errors of a whole form. Given texts are in lower case; a sentence still begins with a capital. */
export const FormAlerts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Notice key={text} tone="alert" live>
      <span className="form-alert">{text}</span>
    </Notice>
  ));
