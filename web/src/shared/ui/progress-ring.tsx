import './progress-ring.css';

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;

export type ProgressRingProps = {
  /** 0 to 1. */
  value: number;
  label: string;
  /** Text in the middle, already formatted. */
  text: string;
};

/** A circle that fills, with the number in its middle. */
export const ProgressRing = ({ value, label, text }: ProgressRingProps) => {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div
      className="ring"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className="ring__track" cx="50" cy="50" r={RADIUS} />
        <circle
          className="ring__value"
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      <span>{text}</span>
    </div>
  );
};
