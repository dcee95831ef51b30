import { ProgressBar } from './prime-controls.js';
import './meter.css';

export type MeterProps = {
  /** 0 to 1; clipped to that range. */
  value: number;
  /** A paler second bar behind it: prepared but not finished; 0 to 1. */
  ahead?: number;
  /** Accessible name: what is measured. */
  label: string;
  tone?: 'brand' | 'ok' | 'info';
};

const clip = (share: number) => (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0);

/** A progress bar. */
export const Meter = ({ value, ahead = 0, label, tone = 'brand' }: MeterProps) => {
  const share = clip(value);
  return (
    <div className={`meter meter--${tone}`}>
      {clip(ahead) > share ? (
        <div className="meter__ahead" style={{ inlineSize: `${clip(ahead) * 100}%` }} />
      ) : null}
      <ProgressBar aria-label={label} share={share} />
    </div>
  );
};
