import './meter.css';

export type MeterProps = {
  /** 0 to 1; anything beyond is clipped. */
  value: number;
  /** What is measured, for those who do not see the bar. */
  label: string;
  tone?: 'brand' | 'ok' | 'info';
};

/** How far something is. */
export const Meter = ({ value, label, tone = 'brand' }: MeterProps) => {
  const share = Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
  return (
    <div
      className={`meter meter--${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <i style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
};
