import { Button } from '../ui/button.js';
import './account.css';

/** Whose account it is about, and the way to choose another. */
export const Who = ({
  name,
  changeLabel,
  onChange,
}: {
  name: string;
  changeLabel: string;
  onChange?: (() => void) | undefined;
}) => (
  <div className="who">
    <bdi dir="ltr" className="grow cut">
      {name}
    </bdi>
    {onChange ? (
      <Button look="plain" size="s" onClick={onChange}>
        {changeLabel}
      </Button>
    ) : null}
  </div>
);
