import { Notice } from './notice.js';
import './form-alerts.css';

/** Errors of a whole form. Server texts are in lower case; CSS capitalises their first letter. */
export const FormAlerts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Notice key={text} tone="alert" live>
      <span className="form-alert">{text}</span>
    </Notice>
  ));
