import { Button } from '../ui/button.js';
import './account.css';

/** The account that a form is about, with a button to choose another if `onChange` is given. */
export const AccountRow = ({
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
